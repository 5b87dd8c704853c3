import type { HappeningLine, RequestLine } from '../../../../shared/exchange-log/exchange-log.ts';
import type { Violation } from '../../../../shared/verdict-log/verdict-log.ts';
import type { Rule } from '../../../rules/rule.ts';
import { curlOf } from '../../../target/curl.ts';
import { shellWord } from '../../../../shared/process/shell-word.ts';
import type { CaseRunner } from '../sending/case-runner.ts';
import { fingerprintOf, formerFingerprintsOf } from '../effort/fingerprint.ts';
import { alsoBroken } from '../shrinking/also-broken.ts';
import type { Confirmed } from '../repeating/confirm.ts';
import { timelineOf } from './timeline.ts';
import { type AtIssue, counterpart, omittedRequests, transcriptOf } from './transcript.ts';

/**
 * The evidence of a case that fails on that operation, for reports. The reference server's response is included once
 * per cause.
 */
export function violationOf(
  rule: Rule,
  operation: string,
  { broken, intermittent, withinMs, reference, slowReference }: Omit<Confirmed, 'conclusion'>,
  runner: CaseRunner,
): Violation {
  const [violation] = broken.violations;
  const fingerprint = fingerprintOf(rule.id, violation);
  const aliases = formerFingerprintsOf(rule.id, violation);
  const timeline = timelineOf(broken.lines, violation);
  const also = broken.isNew ? alsoBroken(rule, broken, { choices: runner.choices }) : [];
  const limits = runner.room.limits(broken.isNew);
  const transcript = transcriptOf(broken.lines, violation, limits);
  const omitted = omittedRequests(broken.lines, transcript);
  const there = (lines: readonly HappeningLine[]): AtIssue => ({
    exchange: counterpart(broken.lines, lines, violation.exchange),
    involved: (violation.involved ?? []).map((exchange) => counterpart(broken.lines, lines, exchange)),
  });
  const kept = (lines: readonly HappeningLine[]): readonly HappeningLine[] => transcriptOf(lines, there(lines), limits);
  // Requests that are left out would count as responded otherwise.
  const slow = slowReference !== undefined && kept(slowReference).length === slowReference.length;
  const shown = broken.isNew && reference !== undefined ? { reference: kept(reference) } : {};
  const shownSlow = slow ? { slowReference } : {};
  for (const each of [transcript, shown.reference, shownSlow.slowReference]) runner.room.take(each ?? []);
  const saved = runner.casePath(rule.id, operation, fingerprint);
  return {
    expected: violation.expected,
    actual: violation.actual,
    curl: transcript
      .filter(isRequest)
      .filter(({ exchange }) => exchange <= violation.exchange)
      .map((line) => curlOf(line, runner.baseUrl, runner.curl)),
    replay: `${runner.again} --replay ${shellWord(saved)}`,
    saved,
    program: broken.program,
    ...(rule.sender === undefined ? {} : { sender: rule.sender }),
    transcript,
    ...(omitted === 0 ? {} : { omitted }),
    exchanges: [
      violation.exchange,
      ...(violation.involved ?? []).filter((exchange) => exchange !== violation.exchange),
    ],
    ...(timeline === undefined ? {} : { timeline }),
    fingerprint,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...(also.length === 0 ? {} : { also }),
    ...(intermittent === undefined ? {} : { intermittent }),
    ...(withinMs === undefined ? {} : { withinMs }),
    ...shown,
    ...shownSlow,
  };
}

function isRequest(line: HappeningLine): line is RequestLine {
  return line.kind === 'request';
}
