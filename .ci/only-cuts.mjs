// `node only-cuts.mjs VERDICTS`: exits 0 if every failure of a run is a broken connection, which clients of killed servers must expect.
import { readFileSync } from 'node:fs';

const WRONG = new Set(['failed', 'broken', 'blocked']);
const CUT = /\b(no response|connection was dropped|(it|the connection) was cut|world\/keeps-answering)\b/;
const [, , file = ''] = process.argv;

const verdicts = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
// The last line has the verdict of the whole run.
const wrong = verdicts.filter(({ rule, verdict }) => rule !== undefined && WRONG.has(verdict));
const findings = wrong.flatMap(({ rule, operation, verdict, reason, violations = [] }) => {
  const reasons =
    violations.length === 0
      ? [reason ?? verdict]
      : violations.map(({ expected, actual }) => `wants ${expected}, got ${actual}`);
  return reasons.map((each) => `${rule} on ${operation}: ${each}`);
});
const unexplained = findings.filter((finding) => !CUT.test(finding));
for (const finding of unexplained) process.stdout.write(`${finding}\n`);
const judged = verdicts.filter(({ verdict }) => verdict === 'passed').length;
process.stdout.write(
  `${judged} pairs of rule and operation passed, ${findings.length - unexplained.length} findings are of cut connections, ${unexplained.length} are not\n`,
);
process.exitCode = unexplained.length === 0 && judged > 0 ? 0 : 1;
