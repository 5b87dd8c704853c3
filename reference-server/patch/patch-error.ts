/**
 * Why a patch was not applied. `undecodable`: it is no patch of its type; `inapplicable`: it is one, but does not fit
 * the document; `unsupported`: its content type is none of the three (document, Media types).
 */
export type PatchErrorCode = 'undecodable' | 'inapplicable' | 'unsupported';

/** A patch cannot be applied because of the client's mistake, never the server's. */
export class PatchError extends Error {
  override readonly name = 'PatchError';
  readonly code: PatchErrorCode;
  /** The place in the patch or the document, as a JSON pointer or a field path; absent for the whole. */
  readonly path: string | undefined;

  constructor(code: PatchErrorCode, message: string, path?: string) {
    super(message);
    this.code = code;
    this.path = path;
  }
}
