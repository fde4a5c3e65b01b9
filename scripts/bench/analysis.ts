import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseDocument } from 'yaml'
import { z } from 'zod'
import type { ContentAnalysis, KnownTag, OwnSubject } from '#domain/analysis.ts'
import { wordsOf } from '#domain/reading-time.ts'
import { analyzeText } from '#domain/text-analysis/analyze-text.ts'
import { textBlocks } from '#domain/text-analysis/text-blocks.ts'
import { englishText, isCommonWord } from '#domain/text-analysis/text-language.ts'
import { root } from '../sources.mjs'
import { add, type Benchmark, say } from './harness.ts'

/**
 * Blogs whose authors wrote a title, a description and tags, by the folder of `BENCH_POSTS` that
 * has a clone of it. The last two were held out while the analysis was tuned.
 */
const blogs: Readonly<Record<string, string>> = {
  'kentcdodds.com': 'services/site/content/blog',
  roweb3: 'content/blog',
  'digitalgov.gov': 'content/news',
  'mtlynch.io': 'content',
  'tidyverse.org': 'content/blog',
}
const heldOut = new Set(['mtlynch.io', 'tidyverse.org'])
const howToGet = `Set BENCH_POSTS to a folder with clones (git clone --depth 1) of github.com/kentcdodds/kentcdodds.com, ropensci/roweb3, GSA/digitalgov.gov, mtlynch/mtlynch.io and tidyverse/tidyverse.org to measure their posts.`
const postsOfEach = 60

const fields = ['title', 'excerpt', 'tags'] as const
const sets = ['tuned', 'held out'] as const
const { BENCH_POSTS: folder = '' } = process.env

/**
 * Compares what the analysis proposes for posts, without their line of the title, with what their
 * authors wrote, by the F1 of tokens, and with simple proposals: the first sentence cut at 60
 * characters, the first 155 characters, and the five most frequent words that are no stop words.
 */
export const analysis: Benchmark = {
  figures: [
    ...(folder
      ? sets.flatMap((set) => [
          ...fields.map(
            (field) =>
              [
                `${field}, ${set}`,
                `mean of ${field}, ${set} / ${field}, simple, ${set}`,
                '≥ 1.35',
                '',
              ] as const,
          ),
          [
            `tags on a site with tags, ${set}`,
            `mean of tags with the site's, ${set} / tags, simple, ${set}`,
            '≥ 1.35',
            '',
          ] as const,
        ])
      : []),
    ...fields.map((field) => [`${field}, music`, `mean of ${field}, music`, '', ''] as const),
  ],
  async run() {
    for (const post of postsIn(path.join(root, 'content/articles')))
      compare(analyzed(post, [], null), post, 'music')
    if (!folder) return say(howToGet)
    for (const [blog, place] of Object.entries(blogs)) measureBlog(blog, place)
  },
}

function measureBlog(blog: string, place: string): void {
  const all = postsIn(path.join(folder, blog, place)).filter(isWritten)
  const set = heldOut.has(blog) ? 'held out' : 'tuned'
  const posts = all.filter((_post, at) => at % Math.ceil(all.length / postsOfEach) === 0)
  say(`${blog}: ${posts.length} of ${all.length} posts, ${set}.`)
  const own = { about: blog, categories: [] }
  for (const post of posts) {
    const simple = simpleProposals(post)
    for (const field of fields) add(`${field}, simple, ${set}`, f1(simple[field], post[field]))
    compare(analyzed(post, [], own), post, set)
    const known = tagsOf(all.filter((other) => other !== post))
    add(`tags with the site's, ${set}`, f1(analyzed(post, known, own).tags.join(' '), post.tags))
  }
}

interface Post {
  title: string
  excerpt: string
  tags: string
  tagList: Array<string>
  body: string
}

const text = z.string().trim().min(1)
const list = z.array(text).min(1)
const head = z.object({
  title: text,
  description: text.nullish(),
  summary: text.nullish(),
  excerpt: text.nullish(),
  tags: list.nullish(),
  topics: list.nullish(),
  meta: z.object({ keywords: list.nullish() }).optional(),
})

function postsIn(folder: string): Array<Post> {
  if (!existsSync(folder)) throw new Error(`There is no ${folder}. ${howToGet}`)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return files
    .filter((file) => /\.mdx?$/.test(file))
    .flatMap((file) => {
      const written = readFileSync(path.join(folder, file), 'utf8')
      const [, yaml = '', content = ''] = /^---\r?\n(.*?)\n---\s*\n(.*)$/s.exec(written) ?? []
      // Some heads have a key twice.
      const read = head.safeParse(parseDocument(yaml, { uniqueKeys: false }).toJS())
      if (!read.success) return []
      const { title, description, summary, excerpt, tags, topics, meta } = read.data
      const tagList = tags ?? topics ?? meta?.keywords ?? []
      const described = excerpt ?? description ?? summary
      const body = content.trim().replace(/^# .*\n/, '')
      return described && tagList.length > 0 && body.length > 400
        ? [{ title, excerpt: described, tags: tagList.join(' '), tagList, body }]
        : []
    })
}

/** Whether a description was written, and not cut from the opening of the text. */
function isWritten(post: Post): boolean {
  const words = tokens(post.excerpt)
  return f1(tokens(plain(post)).slice(0, words.length).join(' '), post.excerpt) < 0.7
}

const plain = ({ body }: Post) =>
  textBlocks(body)
    .filter(({ kind }) => kind !== 'heading')
    .map((block) => block.text)
    .join(' ')

function simpleProposals(post: Post): Record<(typeof fields)[number], string> {
  const content = plain(post)
  const sentence = /^.*?[.!?](?=\s|$)/.exec(content)?.[0] ?? content
  const counts = new Map<string, number>()
  for (const word of wordsOf(content.toLowerCase()))
    if (word.length > 2 && /\p{L}/u.test(word) && !isCommonWord(word, englishText))
      counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].sort(([, one], [, other]) => other - one).slice(0, 5)
  return {
    title: sentence.length > 60 ? sentence.slice(0, 60).replace(/\s\S*$/, '') : sentence,
    excerpt: content.slice(0, 155),
    tags: frequent.map(([word]) => word).join(' '),
  }
}

function analyzed(post: Post, known: ReadonlyArray<KnownTag>, own: OwnSubject | null) {
  return analyzeText({ content: post.body, contentType: 'article' }, known, own)
}

function compare({ title, excerpt, tags }: ContentAnalysis, post: Post, set: string): void {
  add(`title, ${set}`, f1(title, post.title))
  add(`excerpt, ${set}`, f1(excerpt, post.excerpt))
  add(`tags, ${set}`, f1(tags.join(' '), post.tags))
}

function tagsOf(posts: ReadonlyArray<Post>): Array<KnownTag> {
  const counts = new Map<string, number>()
  for (const tag of posts.flatMap(({ tagList }) => tagList))
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].map(([tag, count]) => ({ tag, count }))
}

const tokens = (line: string) => line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The F1 of the tokens that two texts share. */
function f1(proposed: string, written: string): number {
  const [found, wanted] = [tokens(proposed), tokens(written)]
  const left = [...wanted]
  const shared = found.filter((token) => {
    const at = left.indexOf(token)
    return at >= 0 && left.splice(at, 1).length > 0
  }).length
  return shared === 0 ? 0 : (2 * shared) / (found.length + wanted.length)
}
