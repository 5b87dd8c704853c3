import { describe, expect, it } from 'vitest';
import { KeyTurns } from './turns.ts';

describe('turns', () => {
  it('run one after the other for one key, also after one that fails, and at once for another', async () => {
    const turns = new KeyTurns();
    const log: string[] = [];
    const change =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        log.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const settled = await Promise.allSettled([
      turns.take('x', change('a', true)),
      turns.take('x', change('b')),
      turns.take('x', change('c')),
      turns.take('y', change('d')),
    ]);
    expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
      'failed',
      'b',
      'c',
      'd',
    ]);
    expect(log.filter((line) => !line.startsWith('d'))).toEqual([
      'a begins',
      'a ends',
      'b begins',
      'b ends',
      'c begins',
      'c ends',
    ]);
    expect(log.indexOf('d begins')).toBe(1);
  });

  it('run although the one before never ends', async () => {
    const turns = new KeyTurns();
    void turns.take('x', () => new Promise(() => undefined));
    expect(await turns.take('x', async () => 'done')).toBe('done');
  });
});
