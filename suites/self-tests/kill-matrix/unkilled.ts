/** Why no fault makes a rule fail that the document binds servers to; a rule that is killed has no business here. */
export const UNKILLED: Readonly<Record<string, string>> = {};
