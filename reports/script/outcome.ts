/** The outcome of a request as far as the document decides it: `200`, `a refusal`, `a server error`, `no response`. */
export function outcomeOf(status: number | undefined): string {
  if (status === undefined) return 'no response';
  if (status >= 500) return 'a server error';
  return status >= 400 ? 'a refusal' : String(status);
}

/** `outcomeOf` as a shell function. */
export const OUTCOME_IN_SHELL = `outcome() {
  case $(status "$1") in
    '') echo 'no response';;
    5??) echo 'a server error';;
    4??) echo 'a refusal';;
    *) status "$1";;
  esac
}`;

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
