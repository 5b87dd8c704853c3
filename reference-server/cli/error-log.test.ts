import { expect, it } from 'vitest';
import { errorLog } from './error-log.ts';

it('logs each own error with its stack, and a repeated storage error only once in ten seconds', () => {
  const written: string[] = [];
  let now = 0;
  const report = errorLog(
    (text) => written.push(text),
    () => now,
  );
  const away = (why: string): Error => Object.assign(new Error(`the etcd is away: ${why}`), { code: 'ERR_ETCD' });
  const own = new Error('a fault');
  for (const error of [away('a'), away('a'), away('b'), own, own, 'text']) report(error);
  now = 9_999;
  report(away('a'));
  now = 10_000;
  report(away('a'));
  expect(written).toEqual([
    'the etcd is away: a\n',
    'the etcd is away: b\n',
    `${own.stack}\n`,
    `${own.stack}\n`,
    'text\n',
    'the etcd is away: a\n',
  ]);
});
