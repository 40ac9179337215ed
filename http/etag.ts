import type { FastifyReply, FastifyRequest } from 'fastify';

/** The version of a thing as its strong ETag; `form` tells apart what one version is answered as. */
export function setVersion(reply: FastifyReply, version: number, form?: string): void {
  reply.header('ETag', form === undefined ? `"${version}"` : `"${version}-${form}"`);
}

/**
 * The versions a caller's `If-Match` names (RFC 9110, 13.1.1); undefined without the header or with `*`.
 * `W/` and what stands behind the number (a form, the suffix of a compressing proxy) do not count. A tag that is no version of ours matches nothing.
 */
export function expectedVersions(request: FastifyRequest): number[] | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const [, version] = /^\s*(?:W\/)?"(\d{1,15})(?:[-;]{1,2}\w+)*"\s*$/.exec(tag) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
}
