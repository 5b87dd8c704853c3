import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SPEC } from '../../spec/dialects/index.ts';
import { RULES } from '../rules/index.ts';
import { readProgram } from './read-program.ts';

describe('a program from a file', () => {
  it('is accepted as every rule makes it', () => {
    for (const rule of RULES) {
      for (const operation of rule.operations.slice(0, 2)) {
        for (const program of fc.sample(rule.cases(operation, SPEC.choices), { numRuns: 2, seed: 1 })) {
          const written: unknown = JSON.parse(JSON.stringify(program));
          expect(readProgram(written)).toEqual(written);
        }
      }
    }
  });

  it.each([
    [{}, /at its top: it must be array/],
    [[{}], /at \/0: it must have required property 'do'/],
    [[{ do: 'jump' }], /at \/0\/do: .*call, watch, await/],
    [[{ do: 'call', verb: 'get', resource: 'unicorns' }], /at \/0\/resource: .*configmaps/],
    [[{ do: 'call', verb: 'get', resource: 'pods', namespace: 'ns3' }], /at \/0\/namespace: .*ns1, ns11, ns2/],
    [[{ do: 'call', verb: 'watch', resource: 'pods' }], /at \/0\/verb/],
    [[{ do: 'close', watch: 'w', wacht: 'w' }], /at \/0: .*'wacht'/],
    [[{ do: 'stall' }], /at \/0: .*'watch'/],
    [[{ do: 'together', branches: [[{ do: 'pause', ms: -1 }]] }], /at \/0\/branches\/0\/0\/ms: it must be >= 0/],
  ])('is refused with the place and the reason: %j', (program, message) => {
    expect(() => readProgram(program)).toThrow(
      expect.objectContaining({ code: 'bad-program', message: expect.stringMatching(message) as unknown }) as Error,
    );
  });
});
