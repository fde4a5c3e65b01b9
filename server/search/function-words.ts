import english from 'flexsearch/lang/en'

/** Words of FlexSearch's list that have a meaning in this field: 'release time', 'what is new'. */
const meaningful = [
  'time',
  'times',
  'new',
  'work',
  'back',
  'down',
  'up',
  'over',
  'under',
  'through',
]
/** Words of questions that its list lacks. */
const ofQuestions = [
  'makes',
  'making',
  'uses',
  'using',
  'gets',
  'getting',
  'goes',
  'going',
  'wants',
  'need',
  'needs',
  'without',
  'another',
  'something',
  'anything',
  'while',
  'within',
  'whether',
  'around',
  'instead',
]
const functionWords = new Set([...(english.filter as Set<string>), ...ofQuestions])
for (const word of meaningful) functionWords.delete(word)

/**
 * Whether a word of English carries the grammar of a sentence and not its subject: 'how', 'the',
 * 'with'.
 */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word)
}
