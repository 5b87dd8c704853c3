import { badRequest } from '../../resources/api-error.ts';

/**
 * The decoded segments of a request target's path, without the empty one of a trailing slash. `undefined` if a
 * segment is empty or contains an escaped slash: no resource has such a path. Throws `ApiError` 400 for a broken
 * percent-encoding.
 */
export function pathSegments(path: string): string[] | undefined {
  const trimmed = path.endsWith('/') ? path.slice(1, -1) : path.slice(1);
  if (trimmed === '') return [];
  const segments = trimmed.split('/');
  if (!trimmed.includes('%')) return segments.includes('') ? undefined : segments;
  const decoded = segments.map(decodedSegment);
  return decoded.some((segment) => segment === '' || segment.includes('/')) ? undefined : decoded;
}

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw badRequest(`the path segment '${segment}' is not valid percent-encoding`);
  }
}
