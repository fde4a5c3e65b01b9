import { expect, test } from 'vitest'
import { fold } from '#domain/words/fold.ts'
import { readWords } from './words.ts'

function words(text: string): Array<string> {
  const found: Array<string> = []
  readWords(text, (word, joined) => found.push(joined ? `${word}+` : word))
  return found
}

test.each([
  ['Größe Straße', 'grosse strasse'],
  ['Ærøskøbing Œuvre Łódź', 'aeroskobing oeuvre lodz'],
  ['Crème brûlée', 'creme brulee'],
  ['Crème decomposed', 'creme decomposed'],
  ['İstanbul ısı', 'istanbul isi'],
  ['ﬁlter ½', 'filter 1⁄2'],
  ['한국어', '한국어'],
  ['Ёлка, край, плата́', 'елка, край, плата'],
])("'%s' is folded to '%s'", (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test.each<[string, Array<string>]>([
  ['Warp modes, and more.', ['warp', 'modes', 'and', 'more']],
  ['side-chain', ['side', 'chain', 'sidechain+']],
  ['side‑chain', ['side', 'chain', 'sidechain+']],
  ['step-by-step', ['step', 'by', 'step', 'stepbystep+']],
  ['a-b-c-d-e-f', ['a', 'b', 'c', 'd', 'e', 'f']],
  ['Live 12.3 and 12.3.1', ['live', '12', '3', '12.3+', 'and', '12', '3', '1', '12.3.1+']],
  ['index.html', ['index', 'html', '.html+']],
  ["don't, Ableton's, producers’ rock’n’roll", ['dont', 'ableton', 'producers', 'rocknroll']],
  ["live's-set", ['live', 'set', 'liveset+']],
  ['snake_case and __proto__', ['snake', 'case', 'and', 'proto']],
  ['日本語 text', ['日本語', '日+', '本+', '語+', 'text']],
  ['Push3で作る', ['push3', 'で', '作る', '作+', 'る+']],
  ['データ', ['データ', 'デ+', 'ー+', 'タ+']],
  ['การทำเพลงน้ำ', ['การ', 'ทำ', 'เพลง', 'น้ำ']],
  ['ພາສາລາວ', ['ພາສາ', 'ລາວ']],
  ['ភាសាខ្មែរ', ['ភាសាខ្មែរ']],
  ['हिन्दी में', ['हिन्दी', 'में']],
  ['음악', ['음', '악']],
  ['שָׁלוֹם مُوسِيقَى', ['שלום', 'موسيقى']],
  ['C++, C# and F♯m; A♭', ['c++', 'c#', 'and', 'f#m', 'f#+', 'ab']],
  ['Google+ and notepad++', ['google', 'google++', 'and', 'notepad', 'notepad+++']],
  ['Cmd+Shift+S, 1+1, a+b', ['cmd', 'shift', 's', '1', '1', 'a', 'b']],
  ['#fff, issue #12, PR#12', ['fff', 'issue', '12', 'pr', '12', 'pr#12+']],
  ['an .als file, set.als', ['an', 'als', '.als+', 'file', 'set', 'als', '.als+']],
  ['...and .5', ['and', '5']],
  ['🎹 keys', ['🎹', 'keys']],
  ['-14 LUFS', ['14', 'lufs']],
  ['', []],
  [`${'x'.repeat(41)} short`, ['short']],
])("the words of '%s'", (text, expected) => {
  expect(words(text)).toEqual(expected)
})
