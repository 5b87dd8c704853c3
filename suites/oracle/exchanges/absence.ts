/** The codes with which a server says that an object is absent. The document names none (document, Errors 6). */
const ABSENT: ReadonlySet<number> = new Set([404, 410]);

/** Whether a response to a request about one object says that the object is absent. `status`: absent without a response */
export function saysAbsent(status: number | undefined): boolean {
  return status !== undefined && ABSENT.has(status);
}
