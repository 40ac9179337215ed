import { guardsOf } from './guard.ts';

export const uploads = [
  ...guardsOf('model/images/images.ts', ['test/images/images.sqlite.test.ts'], {
    'A picture of 15 MiB and more is read.': ['if (bytes.length > PICTURE_BYTES)', 'if (bytes.length === Infinity)'],
    'A small file unpacks to a picture of gigabytes.': [
      'if (header.width * header.height * header.frames > PICTURE_LIMITS.pixels)',
      'if (header.width === Infinity)',
    ],
  }),
  ...guardsOf('model/images/process/child.ts', ['test/images/process.pure.test.ts'], {
    'A picture with more pixels than its header told is decoded.': [
      '    limitInputPixels: limits.pixels,\n',
      '    limitInputPixels: false,\n',
    ],
    'A decoder takes all the memory of the server.': [
      'if (process.memoryUsage.rss() > memory ||',
      'if (process.memoryUsage.rss() === memory ||',
    ],
    'A picture takes all the processor time that it wants.': [' || user + system > time * 1000', ''],
    'A file is decoded by any of libvips’ loaders.': ["sharp.block({ operation: ['VipsForeignLoad'] });\n", ''],
  }),
  ...guardsOf('model/images/process/process.ts', ['test/images/process.pure.test.ts'], {
    'A decoder that hangs stops all pictures.': [
      'setTimeout(() => this.#abortJob(), TIMEOUT_FACTOR * this.#limits.time)',
      'setTimeout(() => {}, TIMEOUT_FACTOR * this.#limits.time)',
    ],
    'Any number of pictures waits.': ['createLimit(1, WAITING, tooManyWaiting)', 'createLimit(1)'],
    'Pictures that wait fill the memory.': ['if (this.#bytes + weight > MAX_BYTES) throw tooManyWaiting();', ''],
    'A decoder that was taken over reads the secrets of the server.': ['env: environment(),', 'env: process.env,'],
  }),
  ...guardsOf('http/uploads.ts', ['test/images/uploads.test.ts'], {
    'A picture runs as a page when it is opened alone.': ['"default-src \'none\'; sandbox"', '"default-src \'none\'"'],
    'A document opens in the site’s own origin.': [
      "isAudio(type) ? 'inline' : 'attachment'",
      "'inline'",
      { tests: ['test/files/files.both.test.ts'] },
    ],
  }),
  ...guardsOf('model/uploads/storage/storage.ts', ['test/images/uploads.test.ts', 'test/files/files.both.test.ts'], {
    'A name leads out of the folder of uploads.': [
      'if (NAME.test(name)) return [name];',
      'if (!VARIANT.test(name)) return [name];',
    ],
    'A file stays whose row could not be written.': [
      '        await undo();\n',
      '',
      { tests: ['test/files/files.both.test.ts', 'test/images/images.sqlite.test.ts'] },
    ],
  }),
  ...guardsOf('model/uploads/storage/disk.ts', ['test/files/files.both.test.ts'], {
    'A file of more than 100 MiB is stored.': ['if (size > limit) throw refusal();', 'if (size < 0) throw refusal();'],
    'A power cut leaves the row of a picture without its file.': [
      '    await syncFolder(directory);\n    return undo;\n',
      '    return undo;\n',
      { tests: ['test/crash/disk-order.slow.sqlite.test.ts'] },
    ],
  }),
  ...guardsOf('model/uploads/day-limit.ts', ['test/files/files.both.test.ts'], {
    'One account fills the disk in a day.': ['if (sum.kibibytes * 1024 > limit) throw', 'if (sum.kibibytes < 0) throw'],
  }),
  ...guardsOf('model/uploads/deletion.ts', ['test/images/library.test.ts'], {
    'A picture that articles show is deleted.': ['if (use) throw', 'if (use && !row) throw'],
    'A picture is deleted that a draft of today will need.': [
      'if (ADMINISTRATORS.includes(role) || deletableFrom(row) < new Date().toISOString()) return;',
      'if (deletableFrom(row)) return;',
    ],
  }),
  ...guardsOf('model/files/content/zip.ts', ['test/files/content.pure.test.ts'], {
    'An archive unpacks to terabytes at its reader’s.': [
      "if (sum('unpacked') > largest.unpacked)",
      "if (sum('unpacked') < 0)",
    ],
    'An archive writes outside of the folder it is unpacked in.': [
      'if (entries.some(leaves))',
      "if (String(leaves) === '')",
    ],
    'Files of an archive overlap.': [" || sum('packed') > start", ''],
    'A program has a harmless name in the directory of an archive, and its own before its bytes.': [
      'if (!isSame) throw',
      'if (!isHeader) throw',
    ],
  }),
  ...guardsOf('model/files/content/office.ts', ['test/files/content.pure.test.ts'], {
    'An archive brings a program under its Unicode name.': ['[entry.name, entry.otherName]', '[entry.name]'],
    'Archives hold programs.': ['if (program !== undefined) throw', "if (program === '') throw"],
    'A program hides its ending by signs that nobody sees.': [
      "    .replace(/[\\p{Cf}\\p{Default_Ignorable_Code_Point}]/gu, '')\n",
      '',
    ],
    'A document brings macros.': ['names.some((name) => MACROS.test(name))', "names.includes('')"],
    'A document brings macros under another name.': [
      'if (isTypes && MACRO_TYPE.test(xml))',
      "if (isTypes && xml === '')",
    ],
    'A document loads a template from elsewhere when it is opened.': [
      'OPENED.test(tag) && OUTSIDE.test(tag)',
      "OPENED.test(tag) && tag === ''",
    ],
  }),
  ...guardsOf('model/files/files.ts', ['test/files/content.pure.test.ts'], {
    'A PDF or a recording hides an archive.': ['if (await endsAsZip(source)) throw brokenFile();', ''],
  }),
];
