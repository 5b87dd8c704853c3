import { execFileSync } from 'node:child_process';
import { assert, property, string, uint8Array } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROTOBUF_IN_SHELL, protobufWord } from './protobuf-body.ts';
import { doubleQuoted } from './shell-text.ts';

/** A field with a length. */
function field(number: number, content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  const length: number[] = [];
  let left = bytes.length;
  for (; left > 0x7f; left = Math.floor(left / 0x80)) length.push((left % 0x80) + 0x80);
  return Buffer.from([number * 8 + 2, ...length, left, ...bytes]);
}

const MAGIC = Buffer.from('6b387300', 'hex');
const VERSION = '15';

/** An object of Kubernetes: its name, namespace, version, times, annotations and data. */
function pod(id: string, version: string, note: string): Buffer {
  const time = Buffer.concat([Buffer.from([0x08, 0xc9, 0xfd, 0x9c, 0xd8, 0x06]), Buffer.from([0x10, 0x00])]);
  const label = Buffer.concat([field(1, 'case'), field(2, id)]);
  const annotation = Buffer.concat([field(1, 'note'), field(2, note)]);
  const metadata = Buffer.concat([
    field(1, `${id}-a`),
    field(3, `${id}-ns1`),
    field(6, version),
    field(8, time),
    field(11, label),
    field(12, annotation),
  ]);
  const object = Buffer.concat([field(1, metadata), field(2, field(1, `image of ${id}`))]);
  return Buffer.concat([
    MAGIC,
    field(1, Buffer.concat([field(1, 'v1'), field(2, 'Pod')])),
    field(2, object),
    field(3, ''),
  ]);
}

function wordOf(text: string): string | undefined {
  if (text === VERSION) return '"$v1"';
  return text.includes('p1f2-7') ? doubleQuoted(text.replaceAll('p1f2-7', '$ID')) : undefined;
}

/** The bytes that a shell writes for a word. */
function written(word: string | undefined, id: string, version: string): Buffer {
  const script = `${PROTOBUF_IN_SHELL}\nID=$1 v1=$2\nunhex "${word}"`;
  return execFileSync('sh', ['-c', script, 'sh', id, version]);
}

describe('a protobuf body in a script', () => {
  it.each(['b', 'bug12345-1', 'b'.repeat(63)])('has the names and versions of the run with ID %s', (id) => {
    const note = `${'long '.repeat(40)}"$HOME" \`x\``;
    const word = protobufWord(pod('p1f2-7', VERSION, note), wordOf);
    expect(written(word, id, '1234567')).toEqual(pod(id, '1234567', note));
  });

  it('is the same if it holds no chosen value, whatever the bytes are', () => {
    assert(
      property(uint8Array({ maxLength: 300 }), (bytes) => {
        expect(protobufWord(Buffer.from(bytes), () => undefined)).toBe(Buffer.from(bytes).toString('hex'));
      }),
    );
    const all = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
    expect(written(protobufWord(all, wordOf), 'b', '1')).toEqual(all);
  });

  it('is none if names stand in bytes that are not messages', () => {
    expect(protobufWord(Buffer.from('\u0000p1f2-7-a'), wordOf)).toBeUndefined();
  });

  it('keeps its text, whatever it is', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 40 }), (note) => {
        const word = protobufWord(pod('p1f2-7', VERSION, note), wordOf);
        expect(written(word, 'p1f2-7', VERSION)).toEqual(pod('p1f2-7', VERSION, note));
      }),
      { numRuns: 20 },
    );
  });
});
