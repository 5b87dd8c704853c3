import type { Json } from './rule.ts';

/**
 * Two elements for each list of a container whose order counts: the words of a command, and sources of the
 * environment, of which the last one wins (document, Container: command, args, envFrom).
 */
export const TWO_OF_EACH: Readonly<Record<'command' | 'args' | 'envFrom', readonly Json[]>> = {
  command: ['one', 'two'],
  args: ['one', 'two'],
  envFrom: [{ configMapRef: { name: 'one' } }, { secretRef: { name: 'two' } }],
};
