// Loaded before everything else and plain JavaScript, so that an older Node can read it and say what is missing.
if (Number(process.versions.node.split('.')[0]) < 26) {
  process.stderr.write(
    `rampa needs Node 26 and runs on ${process.version}: "npm ci" brings it along unless optional packages are left out or none fits this machine; then install Node 26 yourself.\n`,
  );
  process.exit(1);
}
