/** The name of the command in the package; `build.mjs` defines it. A checkout has scripts of pnpm instead. */
declare const MADE_COMMAND: string | undefined;

/**
 * A command of ours in the words by which the user started this process, for messages that name it:
 * `pnpm conformance`, `npx plumbline conformance`, `node package/plumbline.mjs conformance`.
 */
export function typedCommand(program: 'conformance' | 'proxy' | 'reference-server' | 'report'): string {
  const started = process.env['PLUMBLINE_COMMAND'];
  return `${started ?? (typeof MADE_COMMAND === 'undefined' ? 'pnpm' : MADE_COMMAND)} ${program}`;
}
