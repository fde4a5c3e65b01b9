import { expect, test } from 'vitest'
import { preserveBlocks } from './preserve-blocks.ts'

const cases: Array<[name: string, original: string, edited: string, expected: string]> = [
  [
    'a word in a wrapped paragraph changes its line only',
    'First _line_ of it,\nsecond line *with* A&B at 2 \\* 3,\nthird.\n',
    'First *line* of it,\nsecond row *with* A\\&B at 2 \\* 3,\nthird.\n',
    'First _line_ of it,\nsecond row *with* A&B at 2 \\* 3,\nthird.\n',
  ],
  [
    'lines that the editor joined stay wrapped',
    'First line,\nsecond line,\nthird.\n',
    'First line, second row, third.\n',
    'First line,\nsecond row,\nthird.\n',
  ],
  [
    'references and their definitions stay',
    'A [link][x] and ![picture][x] here.\n\n[x]: /y\n',
    'A [link](/y) and ![picture](/y) there.\n',
    'A [link][x] and ![picture][x] there.\n\n[x]: /y\n',
  ],
  [
    'the text of a short reference can change',
    'A [name] and [other].\n\n[name]: /y\n[other]: /z\n',
    'A [label](/y) and [other](/z).\n',
    'A [label][name] and [other].\n\n[name]: /y\n[other]: /z\n',
  ],
  [
    'a new item gets the sign of its neighbors',
    '+ one\n+ two\n',
    '* one\n* new\n* two\n',
    '+ one\n+ new\n+ two\n',
  ],
  [
    'a new item of an ordered list is numbered',
    '3) one\n4) two\n',
    '3. one\n4. two\n5. new\n',
    '3) one\n4) two\n5) new\n',
  ],
  [
    'a list that repeats its number continues to do so',
    '1. one\n1. two\n',
    '1. one\n2. two\n3. new\n',
    '1. one\n1. two\n1. new\n',
  ],
  [
    'the first item of a list that lost its first one',
    '1. one\n2. two\n3. three\n',
    '1. two\n2. three\n',
    '1. two\n3. three\n',
  ],
  [
    'a box is ticked',
    '- [ ]   one\n- [x] two\n',
    '* [x] one\n* [x] two\n',
    '- [x]   one\n- [x] two\n',
  ],
  [
    'an item within an item',
    '-   one\n    - a\n    - b\n',
    '* one\n  * a\n  * c b\n',
    '-   one\n    - a\n    - c b\n',
  ],
  [
    'a quote without space behind its sign',
    '>one\ntwo\n>\n>three\n',
    '> one\n> two\n>\n> four\n',
    '>one\ntwo\n>\n>four\n',
  ],
  [
    'indented HTML below a list',
    '  - one\n\n  <p class="x">\n  two\n  </p>\n',
    '- three\n\n<p class="x">\n  two\n  </p>\n',
    '  - three\n\n  <p class="x">\n  two\n  </p>\n',
  ],
  [
    'a callout stays one',
    '> [!TIP]\n> Turn *down*.\n',
    '> \\[!TIP]\n> Turn *up*.\n',
    '> [!TIP]\n> Turn *up*.\n',
  ],
  [
    'line ends are those of the file',
    'one\r\n\r\ntwo\r\n',
    'one\n\ntwo\n\nthree\n',
    'one\r\n\r\ntwo\r\n\r\nthree\r\n',
  ],
  [
    'a file without a final line end stays so',
    'one\n\ntwo',
    'one\n\ntwo\n\nthree\n',
    'one\n\ntwo\n\nthree',
  ],
  [
    'empty lines stay as many as they were',
    '\n\none\n\n\ntwo\n\n\n\nthree\n\n',
    'one\n\ntwo 2\n\nthree\n',
    '\n\none\n\n\ntwo 2\n\n\n\nthree\n\n',
  ],
  [
    'an underlined heading keeps its underline',
    'Old title\n=====\n\ntext\n',
    '# New title\n\ntext\n',
    'New title\n=====\n\ntext\n',
  ],
  [
    'a quote that begins with an empty line stays one',
    'One.\n\n>\n> two\n\n- x\n  >\n  > y\n',
    'New.\n\n> two\n\n- x\n  > z\n',
    'New.\n\n>\n> two\n\n- x\n  >\n  > z\n',
  ],
  [
    'a block behind a quote with an empty line',
    '> a\n>\n\nb\n',
    '> a\n\nnew\n\nb\n',
    '> a\n>\n\nnew\n\nb\n',
  ],
  ['a block at the end behind such a quote', '> a\n>  \n', '> a\n\nnew\n', '> a\n>  \n\nnew\n'],
  [
    'a block behind such quotes in others',
    '> > a\n> >\n>\n> - > b\n>   >\n>\n> c\n',
    '> > a\n>\n> one\n>\n> - > b\n>\n> two\n>\n> c\n',
    '> > a\n> >\n>\n> one\n>\n> - > b\n>   >\n>\n> two\n>\n> c\n',
  ],
  ['such a quote moves whole', '> a\n>\n\nb\n\nc\n', 'b\n\n> a\n\nc\n', 'b\n\n> a\n>\n\nc\n'],
  ['such a quote leaves whole', 'One.\n\n>\n> two\n\nEnd.\n', 'One.\n\nEnd.\n', 'One.\n\nEnd.\n'],
  ['a closed heading stays closed', '## Old ##\n', '## New\n', '## New ##\n'],
  [
    'a new heading, list, table or code is written as the others are',
    'One\n---\n\n1) a\n\n|b|c|\n|----|-|\n|1|22|\n\n```\nd\n```\n',
    '## One\n\n1. a\n\n| b | c |\n| - | - |\n| 1 | 22 |\n\n```\nd\n```\n\n## Two\n\n1. e\n\n| f | g |\n| - | - |\n| 11 | 2 |\n\n```\nh\n```\n',
    'One\n---\n\n1) a\n\n|b|c|\n|----|-|\n|1|22|\n\n```\nd\n```\n\nTwo\n---\n\n1) e\n\n| f | g |\n| - | - |\n| 11 | 2 |\n\n```\nh\n```\n',
  ],
  [
    'code keeps its fence and its words',
    '~~~~ js {1,3}\nlet a\nlet b\n~~~~\n',
    '```js {1,3}\nlet a\nlet c\n```\n',
    '~~~~ js {1,3}\nlet a\nlet c\n~~~~\n',
  ],
  [
    'code in a quote keeps its fence, too',
    '>~~~~ js\n>let a\n>let b\n>~~~~\n',
    '> ```js\n> let a\n> let c\n> ```\n',
    '>~~~~ js\n>let a\n>let c\n>~~~~\n',
  ],
  [
    'a thematic break becomes a paragraph without needless escapes',
    '* * *\n',
    'new 5\\*3 \\<b>\n',
    'new 5*3 \\<b>\n',
  ],
  ['a definition changes', 'one\n\n[x]: /y\n', '1\n\n[x]: /z\n', '1\n\n[x]: /z\n'],
  [
    'a highlight gets another color',
    'a <mark data-color="yellow">b</mark>\n',
    'a <mark data-color="blue">b</mark>\n',
    'a <mark data-color="blue">b</mark>\n',
  ],
  [
    'a character reference stays in words that become bold beside a footnote',
    'a &nbsp; b[^n]\n\n[^n]: x\n',
    '**a \u00a0 b**[^n]\n\n[^n]: x\n',
    '**a &nbsp; b**[^n]\n\n[^n]: x\n',
  ],
  [
    'a cell of an aligned table keeps its width',
    '| a    | b |\n| ---- | - |\n| long | x |\n| mid  | y |\n',
    '| a | b |\n| - | - |\n| long | x |\n| m | y |\n',
    '| a    | b |\n| ---- | - |\n| long | x |\n| m    | y |\n',
  ],
  [
    'a row of a table is added',
    'a|b\n-|-\n1|2\n',
    '| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n',
    'a|b\n-|-\n1|2\n3|4\n',
  ],
  [
    'a block moves with its bytes',
    '_one_\n\n*two*\n\n***\n\nthree\n',
    'three\n\n*one*\n\n*two*\n\n---\n',
    'three\n\n_one_\n\n*two*\n\n***\n',
  ],
  [
    'formats are written with the file’s signs',
    'some _thing_ and __more__\n\nother\n',
    'some *thing* and **more**\n\n**other** *x*\n',
    'some _thing_ and __more__\n\n__other__ _x_\n',
  ],
  ['a break as `<br>`', 'a<br>\nb\n\nc d\n', 'a<br>\nb\n\nc\\\nd\n', 'a<br>\nb\n\nc<br>\nd\n'],
  ['a break within a line', 'a<br/>b\n\nc d\n', 'a<br/>b\n\nc\\\nd\n', 'a<br/>b\n\nc<br/>d\n'],
  ['a break as two spaces', 'a  \nb\n\nc d\n', 'a\\\nb\n\nc\\\nd\n', 'a  \nb\n\nc  \nd\n'],
  [
    'escapes that nothing needs are left away',
    'one\n',
    'one\n\n5\\*3 is \\[todo], A\\&B\n',
    'one\n\n5*3 is [todo], A&B\n',
  ],
  [
    'escapes that are needed stay',
    'one\n',
    'one\n\n\\*one\\* and \\[x]\\(y) and \\# no\n',
    'one\n\n\\*one\\* and \\[x]\\(y) and # no\n',
  ],
  [
    'a footnote stays where it is',
    'a[^1] b\n\n[^1]: Note _one_.\n\nend\n',
    'a[^1] b\n\nEnd\n\n[^1]: Note *one*.\n',
    'a[^1] b\n\n[^1]: Note _one_.\n\nEnd\n',
  ],
  [
    'a footnote is edited where it is',
    'a[^1]\n\n[^1]: Note _one_.\n\nend\n',
    'a[^1]\n\nend\n\n[^1]: Note *two*.\n',
    'a[^1]\n\n[^1]: Note _two_.\n\nend\n',
  ],
  [
    'a footnote inside a list is edited where it is',
    '- item[^1]\n\n  [^1]: note old words\n- b\n',
    '* item[^1]\n\n  [^1]: note new words\n* b\n',
    '- item[^1]\n\n  [^1]: note new words\n- b\n',
  ],
  [
    'a footnote inside a quote is edited at the end of the text',
    'a[^1]\n\n> q\n>\n> [^1]: Note _one_.\n\nend\n',
    'a[^1]\n\n> q\n\nend\n\n[^1]: Note *two*.\n',
    'a[^1]\n\n> q\n>\n> [^1]: Note _two_.\n\nend\n',
  ],
  [
    'a footnote inside a footnote is edited where it is',
    'a[^1] b[^2]\n\n[^1]: one\n\n    [^2]: old _two_\n',
    'a[^1] b[^2]\n\n[^1]: one\n\n    [^2]: new *two*\n',
    'a[^1] b[^2]\n\n[^1]: one\n\n    [^2]: new _two_\n',
  ],
  [
    'a second footnote of the same name is edited where it is',
    'a[^1]\n\n[^1]: one\n\n[^1]: old _two_\n',
    'a[^1]\n\n[^1]: one\n\n[^1]: new *two*\n',
    'a[^1]\n\n[^1]: one\n\n[^1]: new _two_\n',
  ],
  [
    'a footnote goes with its last use',
    'a[^1]\n\n[^1]: Note.\n\nend\n',
    'a\n\nend\n',
    'a\n\nend\n',
  ],
  [
    'comments that the editor does not know stay',
    'one\n\n<!-- keep -->\n\ntwo\n',
    'one 1\n\ntwo\n',
    'one 1\n\n<!-- keep -->\n\ntwo\n',
  ],
  ['an empty text becomes what was written', '', '* one\n* two\n', '- one\n- two\n'],
  [
    'a byte order mark stays and moves nothing',
    '\ufeffFirst.\n\nThe old one.\n\n* a\n* b\n',
    'First.\n\nThe new one.\n\n* a\n* b\n* c\n',
    '\ufeffFirst.\n\nThe new one.\n\n* a\n* b\n* c\n',
  ],
  [
    'a first item behind a byte order mark gets a neighbor',
    '\ufeff+ a\n',
    '* a\n* b\n',
    '\ufeff+ a\n+ b\n',
  ],
  [
    'a block before the first one follows a byte order mark',
    '\ufeffone\n',
    'zero\n\none\n',
    '\ufeffzero\n\none\n',
  ],
  ['everything can be deleted', 'one\n\ntwo\n', '', ''],
  [
    'deleting a block between a list and an indented heading',
    '- a\n\ntext\n\n  # b\n',
    '- a\n\n# b\n',
    '- a\n\n# b\n',
  ],
  [
    'deleting a block between two paragraphs and between two codes',
    'one\n# head\ntwo\n\n~~~\na\n~~~\n\ntext\n\n~~~\nb\n~~~\n',
    'one\n\ntwo\n\n```\na\n```\n\n```\nb\n```\n',
    'one\n\ntwo\n\n~~~\na\n~~~\n\n~~~\nb\n~~~\n',
  ],
]

test.each(cases)('%s', (_name, original, edited, expected) => {
  expect(preserveBlocks(original, edited)).toBe(expected)
})

const lossy: Array<
  [name: string, original: string, baseline: string, edited: string, expected: string]
> = [
  [
    'what an editor can’t hold is no edit, also beside a block that moves',
    'end\n\n```js {1} title="x"\na\n```\n\ntext\n',
    'end\n\n```js\na\n```\n\ntext\n',
    '```js\na\n```\n\ntext 2\n\nend\n',
    '```js {1} title="x"\na\n```\n\ntext 2\n\nend\n',
  ],
  [
    'blocks that an editor does not show stay where they are',
    'one\n\n<!-- c -->\n\ntwo\n',
    'one\n\ntwo\n',
    'one\n\nnew\n\ntwo\n',
    'one\n\nnew\n\n<!-- c -->\n\ntwo\n',
  ],
  [
    'a comment that it shows can be deleted',
    'one\n\n<!-- c -->\n\ntwo\n',
    'one\n\n<!-- c -->\n\ntwo\n',
    'one\n\ntwo\n',
    'one\n\ntwo\n',
  ],
  [
    'one block that it shows as two',
    '<div>\n<p>a</p>\n<p>b</p>\n</div>\n\nend\n',
    'a\n\nb\n\nend\n',
    'a\n\nb\n\nEnd\n',
    '<div>\n<p>a</p>\n<p>b</p>\n</div>\n\nEnd\n',
  ],
  [
    'text that the editor adds is no edit',
    'one\n',
    'one\n\n<br />\n',
    'one 1\n\n<br />\n',
    'one 1\n',
  ],
  [
    'cells beyond the columns of a table stay',
    '| a | b |\n|---|---|\n| old | `x|y` tail |\n|  | c | more |\n',
    '| a | b |\n| - | - |\n| old | \\`x |\n|  | c |\n',
    '| a | b |\n| - | - |\n| new | \\`x |\n| d | c |\n',
    '| a | b |\n|---|---|\n| new | `x|y` tail |\n| d | c | more |\n',
  ],
  [
    'a footnote inside a list with a hidden comment is edited where it is',
    '* item[^1] <!-- c -->\n\n  [^1]: note _x_ old\n* b\n',
    '- item[^1]\n\n  [^1]: note *x* old\n- b\n',
    '- item[^1]\n\n  [^1]: note *x* new\n- b\n',
    '* item[^1] <!-- c -->\n\n  [^1]: note _x_ new\n* b\n',
  ],
  [
    'a definition stays although it is never shown',
    '[a][x] b\n\n[x]: /y\n',
    '[a](/y) b\n',
    '[a](/y) c\n',
    '[a][x] c\n\n[x]: /y\n',
  ],
]

test.each(lossy)('with a baseline, %s', (_name, original, baseline, edited, expected) => {
  expect(preserveBlocks(original, edited, { baseline })).toBe(expected)
  expect(preserveBlocks(original, baseline, { baseline })).toBe(original)
})
