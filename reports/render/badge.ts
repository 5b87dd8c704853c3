import type { Report } from '../../shared/verdict-log/verdict-log.ts';
import type { Verdict } from '../../shared/verdict-log/verdict.ts';
import { causesOf } from '../causes/causes-of.ts';
import { counted } from '../../shared/counted.ts';
import { escapeMarkup } from '../../shared/page/escape-markup.ts';

const LABEL = 'Cluster Resource API';

const GREEN = '#2c7a4b';
const YELLOW = '#8a6d00';
const RED = '#b3261e';
const GREY = '#5f6368';

/** The colour of each verdict of a run. */
const COLOURS: Readonly<Record<Verdict, string>> = {
  passed: GREEN,
  informational: GREEN,
  deviation: GREEN,
  inconclusive: YELLOW,
  failed: RED,
  broken: GREY,
  blocked: GREY,
  skipped: GREY,
  unsupported: GREY,
};

/** The endpoint JSON for a shields.io badge: https://shields.io/badges/endpoint-badge. */
export function badgeJson(report: Report): string {
  const badge = { schemaVersion: 1, label: LABEL, message: messageOf(report), color: COLOURS[report.verdict] };
  return `${JSON.stringify(badge, null, 2)}\n`;
}

/** `passed: 913 rules`, or `failed: 3 causes`. */
function messageOf(report: Report): string {
  const { verdict, rules, exitCode } = report;
  const causes = causesOf(report).length;
  if (causes > 0 && exitCode !== 0) return `${verdict}: ${counted(causes, 'cause')}`;
  const judged = rules.filter((rule) => rule.verdict === 'passed').length;
  return judged === 0 ? verdict : `${verdict}: ${counted(judged, 'rule')}`;
}

/** The average width of a character of 11px Verdana, and the padding of a text, in pixels. */
const CHARACTER = 6.6;
const MARGIN = 6;

/** The badge as an SVG image, for a README. */
export function badgeSvg(report: Report): string {
  const message = messageOf(report);
  const [left, right] = [LABEL, message].map((text) => Math.round(text.length * CHARACTER) + 2 * MARGIN) as [
    number,
    number,
  ];
  const title = escapeMarkup(`${LABEL}: ${message}`);
  const words = [
    [left / 2, LABEL],
    [left + right / 2, message],
  ] as const;
  const texts = words.map(([x, text]) => `<text x="${x}" y="14">${escapeMarkup(text)}</text>`).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${title}"><title>${title}</title><clipPath id="c"><rect width="${left + right}" height="20" rx="3"/></clipPath><g clip-path="url(#c)"><rect width="${left}" height="20" fill="#3c4043"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.verdict]}"/></g><g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,sans-serif" font-size="11">${texts}</g></svg>\n`;
}
