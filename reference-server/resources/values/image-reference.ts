const SEGMENT = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const HOST = /^[A-Za-z0-9](?:[-A-Za-z0-9.]*[A-Za-z0-9])?(?::\d+)?$/;
const TAG = /^[A-Za-z0-9_][-A-Za-z0-9_.]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;
const LONGEST = 255;

/** The parts of an image reference that select a version. */
export interface ImageVersion {
  readonly tag: string | undefined;
  readonly digest: string | undefined;
}

/**
 * The suffix of the name in an image reference; `undefined` for an invalid reference. A colon before the first slash
 * may belong to a registry's port.
 *
 *     nginx                      neither              registry:5000/team/nginx:1.9    tag 1.9
 *     nginx:latest               tag latest           nginx@sha256:<64 digits>        the digest
 */
export function imageVersion(image: string): ImageVersion | undefined {
  const at = image.indexOf('@');
  const digest = at < 0 ? undefined : image.slice(at + 1);
  const named = at < 0 ? image : image.slice(0, at);
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  if (!isRepository(colon < 0 ? named : named.slice(0, colon))) return undefined;
  if (tag !== undefined && !TAG.test(tag)) return undefined;
  return digest !== undefined && !DIGEST.test(digest) ? undefined : { tag, digest };
}

function isRepository(name: string): boolean {
  if (name.length > LONGEST) return false;
  const [first = '', ...rest] = name.split('/');
  if (rest.length === 0) return SEGMENT.test(first);
  return (SEGMENT.test(first) || HOST.test(first)) && rest.every((segment) => SEGMENT.test(segment));
}

/** The default pull policy of a container: Always for the tag `latest`, explicit or implied (document, Container). */
export function defaultPullPolicy(image: string): 'Always' | 'IfNotPresent' {
  const version = imageVersion(image);
  if (version === undefined) return 'IfNotPresent';
  const tag = version.tag ?? (version.digest === undefined ? 'latest' : undefined);
  return tag === 'latest' ? 'Always' : 'IfNotPresent';
}
