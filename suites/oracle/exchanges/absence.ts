/** The codes with which servers say that there is no such object. The document names none (document, Errors 6). */
const ABSENT: ReadonlySet<number> = new Set([404, 410]);

/** The codes with which servers say, besides, that they do not serve a method or path. */
const UNSERVED: ReadonlySet<number> = new Set([...ABSENT, 405, 501]);

/** Whether a status is 403, with which some servers refuse everything: the document leaves the code open (Errors 6). */
export function isDenied(status: number | undefined): boolean {
  return status === 403;
}

/** Whether a response to a request about one object says that there is none. `status`: `undefined` without a response. */
export function saysAbsent(status: number | undefined): boolean {
  return status !== undefined && ABSENT.has(status);
}

/** Whether a response may say that the server does not serve this method or path. `status`: `undefined` without a response. */
export function saysUnserved(status: number | undefined): boolean {
  return status !== undefined && UNSERVED.has(status);
}
