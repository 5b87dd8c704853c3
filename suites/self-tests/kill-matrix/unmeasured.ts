/** Faults that the kill matrix leaves out, and why. That the rule which they name fails for them is proved by a test as for all others. */
export const UNMEASURED: Readonly<Record<string, string>> = {
  'patch-ignored': 'nearly every rule that watches waits its whole time for what a patch should have brought about',
};
