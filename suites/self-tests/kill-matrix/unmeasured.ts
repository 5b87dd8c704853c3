/**
 * Faults that the kill matrix leaves out, with the reason. Another test proves that their named rules fail for them,
 * as for all faults.
 */
export const UNMEASURED: Readonly<Record<string, string>> = {
  'patch-ignored': 'nearly every rule that watches waits its whole time for what a patch should have brought about',
};
