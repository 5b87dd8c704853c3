import { expect, it } from 'vitest';
import { Turnstile } from './turnstile.ts';

it('admits callers in order while there is room for them', async () => {
  const turnstile = new Turnstile(8);
  const log: string[] = [];
  const release: Record<string, () => void> = {};
  const enter = (name: string, room?: number): Promise<void> =>
    turnstile.pass(async () => {
      log.push(name);
      await new Promise<void>((resolve) => {
        release[name] = resolve;
      });
    }, room);
  const [a, b, c, free] = [enter('a', 6), enter('b', 8), enter('c'), enter('free', 0)];
  await Promise.resolve();
  expect(log.toSorted()).toEqual(['a', 'free']);
  release['a']?.();
  await a;
  expect(log).toContain('b');
  expect(log).not.toContain('c');
  release['b']?.();
  await b;
  expect(log.at(-1)).toBe('c');
  release['c']?.();
  release['free']?.();
  await Promise.all([c, free]);
});
