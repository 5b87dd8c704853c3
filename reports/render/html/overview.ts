import type { Report } from '../../../shared/verdict-log/verdict-log.ts';
import { VERDICTS } from '../../../shared/verdict-log/verdict.ts';
import { markup, type Markup } from '../../../shared/page/markup.ts';
import { countsByLevel } from '../../tally/counts.ts';
import { SIGNS } from '../verdict-signs.ts';
import { counted } from '../../../shared/counted.ts';
import { linkTo } from './links.ts';
import { MEANINGS } from './verdict-words.ts';

const LEVEL_WORDS: Readonly<Record<string, string>> = {
  must: 'the document demands it',
  should: 'the document recommends it',
  may: 'the document allows it',
  silent: 'the document leaves it open',
};

/** The number of rules with each verdict, by level, with the explanation of each verdict. */
export function overview(report: Report): Markup {
  return markup`<section class="overview" aria-labelledby="overview"><h2 id="overview">Rules by verdict</h2>
<div class="levels">${countsByLevel(report).map(level)}</div><dl class="legend">${legend(report)}</dl></section>`;
}

function level({ level: name, rules, verdicts }: ReturnType<typeof countsByLevel>[number]): Markup {
  const bars = verdicts.map(
    ({ verdict, rules: count }) =>
      markup`<span class="${verdict}" style="flex-grow:${count}" title="${`${count} ${verdict}`}"></span>`,
  );
  const spoken = verdicts.map(({ verdict, rules: count }) => `${count} ${verdict}`).join(', ');
  return markup`<div class="level"><p><b>${name}</b> <span class="soft">${LEVEL_WORDS[name]}</span></p>
<div class="bar" role="img" aria-label="${`${name}: ${spoken}`}">${bars}</div><p class="count">${counted(rules, 'rule')}</p></div>`;
}

function legend({ rules }: Report): Markup[] {
  return VERDICTS.toReversed().flatMap((verdict) => {
    const count = rules.filter((rule) => rule.verdict === verdict).length;
    if (count === 0 && !rules.some(({ operations }) => operations.some((each) => each.verdict === verdict))) return [];
    return [
      markup`<div class="${verdict}"><dt><a href="${linkTo({ show: [verdict] })}"><span class="mark" aria-hidden="true">${SIGNS[verdict]}</span>${count} ${verdict}</a></dt><dd>${MEANINGS[verdict]}</dd></div>`,
    ];
  });
}
