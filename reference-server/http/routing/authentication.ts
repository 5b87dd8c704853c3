import { createHash } from 'node:crypto';
import { ApiError } from '../../resources/api-error.ts';

/** Admits only callers with one of these tokens. It compares digests, so the time reveals nothing. */
export class BearerTokens {
  readonly #digests: ReadonlySet<string>;

  constructor(tokens: Iterable<string>) {
    this.#digests = new Set([...tokens].map(digest));
  }

  /** Throws `ApiError` 401 unless the Authorization header holds one of the tokens. */
  require(authorization: string | undefined): void {
    const [, token] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? [];
    if (token !== undefined && this.#digests.has(digest(token))) return;
    const why =
      token === undefined ? 'this server requires a bearer token' : 'this server does not know the bearer token';
    throw new ApiError('Unauthorized', why, undefined, { 'WWW-Authenticate': 'Bearer' });
  }
}

function digest(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
