/**
 * `node:http`, asked for so that it does not ask back: an `import` reads all that the module offers, and with that loads the fetch of
 * this Node, 20 ms and 5 MB, which a server that only answers may never need.
 */
export const { createServer, METHODS, STATUS_CODES } = process.getBuiltinModule('node:http');
