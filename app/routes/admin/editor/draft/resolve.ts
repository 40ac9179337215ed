import { uniteBlocks } from '../diff/compare.ts';
import { blocksOf } from '../diff/texts.ts';
import { type Fields, pick } from './fields.ts';
import { mergeFields } from './merge.ts';

export type Choice = 'mine' | 'theirs' | 'both';

/** Resolves a conflict. `both` unites the texts and joins the titles; of other fields mine stays. */
export function resolve(base: Fields, mine: Fields, theirs: Fields, choice: Choice): Fields {
  const { merged, conflicts } = mergeFields(base, mine, theirs);
  if (choice === 'mine') return merged;
  if (choice === 'theirs') return { ...merged, ...pick(theirs, conflicts) };
  return {
    ...merged,
    ...(conflicts.includes('title') && { title: `${mine.title} / ${theirs.title}` }),
    ...(conflicts.includes('content') && { content: unite(base.content, mine.content, theirs.content) }),
  };
}

function unite(...contents: [base: string, mine: string, theirs: string]): string {
  const [base, mine, theirs] = contents.map(blocksOf) as [string[], string[], string[]];
  return uniteBlocks(base, mine, theirs).join('');
}
