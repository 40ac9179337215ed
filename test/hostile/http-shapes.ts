/** Bytes for one connection, and how many answers they may get at most. */
export interface HttpShape {
  bytes: Buffer;
  answers?: number;
}

/** The request that would be smuggled: what it asks for must never be answered. */
const HIDDEN = 'GET /healthz HTTP/1.1\r\nHost: hidden.example\r\n\r\n';

/** Malformed and ambiguous HTTP (RFC 9112), after the known ways to smuggle one request inside another. */
export function HTTP_SHAPES(host: string): Record<string, HttpShape> {
  const shapes: Record<string, HttpShape> = {};
  const add = (name: string, text: string | Buffer, answers = 1) => {
    shapes[name] = { bytes: Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1'), answers };
  };
  const post = (lines: string, body: string) => `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n${lines}\r\n\r\n${body}`;
  for (const [name, lines] of Object.entries(LENGTHS)) {
    add(`length: ${name}`, post(lines, `{}${HIDDEN}`), CLEAR[name]);
    add(`length, chunked body: ${name}`, post(lines, `0\r\n\r\n${HIDDEN}`), CLEAR[name]);
  }
  for (const [name, body] of Object.entries(CHUNKS)) add(`chunks: ${name}`, post('Transfer-Encoding: chunked', `${body}${HIDDEN}`), 2);
  for (const [name, line] of Object.entries(LINES)) add(`request line: ${name}`, `${line}\r\nHost: ${host}\r\n\r\n`);
  for (const [name, header] of Object.entries(HEADERS)) add(`header: ${name}`, `GET / HTTP/1.1\r\nHost: ${host}\r\n${header}\r\n\r\n`);
  for (const [name, line] of Object.entries(HOSTS)) add(`host: ${name}`, `GET / HTTP/1.1\r\n${line}\r\n\r\n`);
  for (const [name, text] of Object.entries(WHOLE)) add(`bytes: ${name}`, text);
  for (const path of ['/', '/api/news']) {
    add(`pipelined: ${path}`, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`.repeat(50), 50);
    add(`lone line feeds: ${path}`, `GET ${path} HTTP/1.1\nHost: ${host}\n\n`);
    add(`bare carriage returns: ${path}`, `GET ${path} HTTP/1.1\rHost: ${host}\r\r`);
    add(`after the end of a body: ${path}`, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\n\r\nhello\r\n\r\n`);
  }
  for (let byte = 0; byte < 256; byte += 1) {
    const odd = String.fromCharCode(byte);
    add(`byte ${byte} in a name`, `GET /api/news HTTP/1.1\r\nHost: ${host}\r\nX-${odd}Y: 1\r\n\r\n`);
    add(`byte ${byte} in a value`, `GET /api/news HTTP/1.1\r\nHost: ${host}\r\nX-Y: a${odd}b\r\n\r\n`);
    add(`byte ${byte} in a target`, `GET /api/news/a${odd}b HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    add(`byte ${byte} before a colon`, `POST /api/auth/login HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding${odd}: chunked\r\nContent-Length: 2\r\n\r\n{}`);
  }
  return shapes;
}

const LENGTHS: Record<string, string> = {
  'both': 'Content-Length: 2\r\nTransfer-Encoding: chunked',
  'both, the other way round': 'Transfer-Encoding: chunked\r\nContent-Length: 2',
  'two that differ': 'Content-Length: 2\r\nContent-Length: 60',
  'two that agree': 'Content-Length: 2\r\nContent-Length: 2',
  'a list': 'Content-Length: 2, 60',
  'plus': 'Content-Length: +2',
  'minus': 'Content-Length: -1',
  'hexadecimal': 'Content-Length: 0x2',
  'with a space inside': 'Content-Length: 2 0',
  'empty': 'Content-Length: ',
  'words': 'Content-Length: two',
  'beyond every number': 'Content-Length: 99999999999999999999999999',
  'a fraction': 'Content-Length: 2.0',
  'folded': 'Content-Length:\r\n 2',
  'chunked twice': 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked',
  'chunked and identity': 'Transfer-Encoding: chunked, identity',
  'identity and a length': 'Transfer-Encoding: identity\r\nContent-Length: 2',
  'an unknown coding': 'Transfer-Encoding: cow\r\nContent-Length: 2',
  'chunked in quotes': 'Transfer-Encoding: "chunked"\r\nContent-Length: 2',
  'chunked after a tab': 'Transfer-Encoding:\tchunked\r\nContent-Length: 2',
  'chunked after a vertical tab': 'Transfer-Encoding:\x0bchunked\r\nContent-Length: 2',
  'a space before the colon': 'Transfer-Encoding : chunked\r\nContent-Length: 2',
  'folded coding': 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 2',
  'chunked behind another header': 'X: x\nTransfer-Encoding: chunked\r\nContent-Length: 2',
  'chunked behind a carriage return': 'X: x\rTransfer-Encoding: chunked\r\nContent-Length: 2',
  'xchunked': 'Transfer-Encoding: xchunked\r\nContent-Length: 2',
  'ChUnKeD': 'Transfer-Encoding: ChUnKeD\r\nContent-Length: 2',
  'expecting': 'Expect: 100-continue\r\nContent-Length: 2',
  'expecting something else': 'Expect: 200-ok\r\nContent-Length: 2',
  'an upgrade': 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\nContent-Length: 2',
  'a websocket': 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\nContent-Length: 2',
  'named in Connection': 'Connection: Content-Length\r\nContent-Length: 2',
  'a trailer': 'Trailer: Content-Length\r\nTransfer-Encoding: chunked',
};

/** These end where everybody sees it, so what follows is a request of its own, and one of them is told to go on first. */
const CLEAR: Record<string, number> = { expecting: 3, 'a trailer': 2, 'named in Connection': 2 };

const CHUNKS: Record<string, string> = {
  'no size': '\r\n{}\r\n0\r\n\r\n',
  'a negative size': '-2\r\n{}\r\n0\r\n\r\n',
  'a hexadecimal prefix': '0x2\r\n{}\r\n0\r\n\r\n',
  'a size beyond every number': 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n',
  'a size in a sentence': '2 bytes\r\n{}\r\n0\r\n\r\n',
  'an extension': '2;a=b\r\n{}\r\n0\r\n\r\n',
  'an endless extension': `2;${'a'.repeat(40_000)}\r\n{}\r\n0\r\n\r\n`,
  'a line feed in an extension': '2;a\nb\r\n{}\r\n0\r\n\r\n',
  'a line feed after the size': '2\n{}\r\n0\r\n\r\n',
  'no line end after the data': '2\r\n{}0\r\n\r\n',
  'more data than said': '2\r\n{}{}\r\n0\r\n\r\n',
  'less data than said': '9\r\n{}\r\n0\r\n\r\n',
  'trailers': '2\r\n{}\r\n0\r\nContent-Length: 60\r\nHost: x\r\n\r\n',
  'endless trailers': `2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(5000)}\r\n`,
  'a folded trailer': '2\r\n{}\r\n0\r\nA: b\r\n c\r\n\r\n',
  'a space before the size': ' 2\r\n{}\r\n0\r\n\r\n',
  'zeros before the size': `${'0'.repeat(200)}2\r\n{}\r\n0\r\n\r\n`,
  'many of one byte': `${'1\r\n \r\n'.repeat(20_000)}2\r\n{}\r\n0\r\n\r\n`,
};

const LINES: Record<string, string> = {
  'version 0.9': 'GET /', 'version 1.0': 'GET / HTTP/1.0', 'version 2.0': 'GET / HTTP/2.0', 'version 1.2': 'GET / HTTP/1.2', 'version 9.9': 'GET / HTTP/9.9', 'another protocol': 'GET / SIP/2.0', 'small letters': 'GET / http/1.1',
  'no target': 'GET HTTP/1.1', 'two spaces': 'GET  /  HTTP/1.1', 'tabs': 'GET\t/\tHTTP/1.1', 'a space in the target': 'GET /a b HTTP/1.1', 'a space before': ' GET / HTTP/1.1', 'more behind': 'GET / HTTP/1.1 x', 'small method': 'get / HTTP/1.1', 'unknown method': 'HACK / HTTP/1.1', 'no method': '/ HTTP/1.1',
  'absolute target': 'GET http://evil.example/ HTTP/1.1', 'absolute target with a user': 'GET http://a:b@evil.example/ HTTP/1.1', 'absolute target of files': 'GET file:///etc/passwd HTTP/1.1', 'absolute API': 'GET http://evil.example/api/admin/news HTTP/1.1', 'authority target': 'GET evil.example:80 HTTP/1.1', 'asterisk': 'OPTIONS * HTTP/1.1', 'GET of asterisk': 'GET * HTTP/1.1', 'two slashes': 'GET //evil.example/ HTTP/1.1', 'backslashes': 'GET \\\\evil.example\\ HTTP/1.1', 'a fragment': 'GET /#x HTTP/1.1', 'no slash': 'GET news HTTP/1.1', 'question first': 'GET ?x HTTP/1.1', 'empty scheme': 'GET ://x/ HTTP/1.1', 'half an address': 'GET http:// HTTP/1.1', 'bad IPv6': 'GET http://[::1/ HTTP/1.1',
  'CONNECT': 'CONNECT evil.example:443 HTTP/1.1', 'TRACE': 'TRACE / HTTP/1.1', 'TRACK': 'TRACK / HTTP/1.1', 'PRI': 'PRI * HTTP/2.0', 'PROPFIND': 'PROPFIND / HTTP/1.1', 'QUERY': 'QUERY /api/news HTTP/1.1', 'SOURCE': 'SOURCE / HTTP/1.1', 'PURGE': 'PURGE / HTTP/1.1', 'M-SEARCH': 'M-SEARCH / HTTP/1.1', 'LINK': 'LINK / HTTP/1.1',
  'UTF-8 in the target': 'GET /\xd0\xbd HTTP/1.1', 'broken UTF-8': 'GET /\xc3\x28\xff\xfe HTTP/1.1', 'NUL in the target': 'GET /\0 HTTP/1.1', 'a long target': `GET /${'a'.repeat(9000)} HTTP/1.1`, 'a longer target': `GET /${'a'.repeat(40_000)} HTTP/1.1`, 'a long method': `${'A'.repeat(9000)} / HTTP/1.1`,
};

const HEADERS: Record<string, string> = {
  'folded': 'X: a\r\n b', 'folded first': ' X: a', 'no colon': 'X', 'no name': ': a', 'a space before the colon': 'X : a', 'a space in the name': 'X Y: a', 'NUL': 'X: a\0b', 'escape': 'X: \x1b[31m', 'a lone carriage return': 'X: a\rb', 'a lone line feed': 'X: a\nY: b', 'high bytes': 'X: \xff\xfe', 'brackets': '<X>: a', 'empty': 'X:', 'twice the length': 'Content-Length: 0\r\nContent-Length: 0',
  'one of 12 KiB': `X: ${'a'.repeat(12_000)}`, 'one of 100 KiB': `X: ${'a'.repeat(100_000)}`, 'a thousand': 'X: a\r\n'.repeat(1000).trimEnd(), 'three thousand': 'X: a\r\n'.repeat(3000).trimEnd(), 'a thousand names': Array.from({ length: 1000 }, (_, at) => `X${at}: a`).join('\r\n'), 'prototype': '__proto__: a\r\nconstructor: b\r\ntoString: c',
  'many encodings': `Accept-Encoding: ${'gzip;q=0,'.repeat(1500)}`, 'slow encodings': `Accept-Encoding: ${'br;q=0 '.repeat(1700)}`, 'many tags': `If-None-Match: ${'W/"a-br",'.repeat(1400)}`, 'many ranges': `Range: bytes=${'0-1,'.repeat(3000)}`, 'many cookies': `Cookie: ${'a=b; '.repeat(2400)}`, 'a cookie of quotes': `Cookie: rampa.device="${'\\"'.repeat(4000)}`, 'long token': `Authorization: Bearer ${'a'.repeat(14_000)}`, 'spaces for a token': `Authorization: Bearer${' '.repeat(14_000)}`, 'many forwarders': `X-Forwarded-For: ${'1.1.1.1, '.repeat(1600)}`, 'date of nobody': 'If-Modified-Since: Thu, 99 Abc 99999 99:99:99', 'an odd event': 'Last-Event-ID: \xff-99999999999999999999',
};

const HOSTS: Record<string, string> = {
  'none': 'X: y', 'two': 'Host: a.example\r\nHost: b.example', 'empty': 'Host:', 'a path': 'Host: a.example/x', 'a user': 'Host: a:b@c.example', 'markup': 'Host: "><script>', 'a space': 'Host: a b', 'NUL': 'Host: a\0b', 'a comma': 'Host: a.example, b.example', 'port beyond': 'Host: a.example:99999', 'port of words': 'Host: a.example:x', 'two colons': 'Host: a::b', 'bare IPv6': 'Host: ::1', 'open IPv6': 'Host: [::1', 'dots': 'Host: ..', 'high bytes': 'Host: \xd0\xbd', 'very long': `Host: ${'a'.repeat(10_000)}`, 'underscores': 'Host: _', 'percent': 'Host: %61', 'a hash': 'Host: a#b', 'a question': 'Host: a?b',
};

const WHOLE: Record<string, string> = {
  'a TLS hello': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'an HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00', 'an SSH hello': 'SSH-2.0-OpenSSH_9.6\r\n', 'a PROXY line': 'PROXY TCP4 1.1.1.1 2.2.2.2 1 2\r\nGET / HTTP/1.1\r\n\r\n', 'a PROXY v2 block': '\r\n\r\n\0\r\nQUIT\n\x21\x11\x00\x0c', 'Redis': '*1\r\n$4\r\nPING\r\n', 'SMTP': 'EHLO x\r\nMAIL FROM:<a@b>\r\n', 'NULs': '\0'.repeat(4096), 'only line ends': '\r\n'.repeat(1000), 'only spaces': ' '.repeat(20_000), 'letters without end': 'A'.repeat(100_000), 'half a request': 'GET / HTTP/1.1\r\nHost: a', 'nothing': '\r',
};
