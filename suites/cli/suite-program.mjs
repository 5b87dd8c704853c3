/** What the commands of the suite are made of, for `quickStart`; `rules` is what vitest runs. */
export const SUITE = {
  name: 'suites',
  entries: { conformance: 'suites/cli/main.ts', check: 'suites/cli/check.ts', rules: 'suites/engine/conformance.run.ts' },
  split: true,
  placed: ['rules'],
};
