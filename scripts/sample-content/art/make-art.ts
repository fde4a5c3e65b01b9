/** Draws every picture of the site: `npx tsx scripts/sample-content/art/make-art.ts [part of a name …]`. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { type Cover, coverSvg } from './cover.ts'
import { audioEffectsCovers } from './covers/audio-effects.ts'
import { compositionCovers } from './covers/composition.ts'
import { downloadCovers } from './covers/downloads.ts'
import { issueCovers } from './covers/issues.ts'
import { livePerformanceCovers } from './covers/live-performance.ts'
import { machineCovers } from './covers/machines.ts'
import { masteringCovers } from './covers/mastering.ts'
import { midiEffectsCovers } from './covers/midi-effects.ts'
import { mixingCovers } from './covers/mixing.ts'
import { newsCovers } from './covers/news.ts'
import { sampleCovers } from './covers/samples.ts'
import { soundDesignCovers } from './covers/sound-design.ts'
import { workflowCovers } from './covers/workflow.ts'
import { type Diagram, diagramSvg } from './diagrams/diagram.ts'
import { formDiagrams } from './diagrams/form.ts'
import { mixingDiagrams } from './diagrams/mixing.ts'
import { soundDiagrams } from './diagrams/sound.ts'
import { timingDiagrams } from './diagrams/timing.ts'
import { fallbackNames, fallbackSvg } from './fallback.ts'
import { appIconSvg, faviconSvg, ico, tabIconSvg } from './icons.ts'
import { renderPng } from './render.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part))

const covers: ReadonlyArray<Cover> = [
  ...workflowCovers,
  ...mixingCovers,
  ...soundDesignCovers,
  ...compositionCovers,
  ...masteringCovers,
  ...livePerformanceCovers,
  ...midiEffectsCovers,
  ...audioEffectsCovers,
  ...sampleCovers,
  ...machineCovers,
  ...newsCovers,
  ...issueCovers,
  ...downloadCovers,
]

const diagrams: ReadonlyArray<Diagram> = [...formDiagrams, ...mixingDiagrams, ...soundDiagrams, ...timingDiagrams]
const fontFiles = ['500', '700'].map((weight) =>
  path.join(root, `server/pages/fonts/bricolage-grotesque-${weight}.ttf`),
)

async function save(file: string, bytes: Buffer | string): Promise<void> {
  const target = path.join(root, file)
  await mkdir(path.dirname(target), { recursive: true })
  await writeFile(target, bytes)
  console.log(`${file} ${(bytes.length / 1024).toFixed(1)} KB`)
}

async function drawCovers(): Promise<void> {
  for (const cover of covers.filter(({ name }) => isWanted(name))) {
    await save(`content/media/covers/${cover.name}.png`, await renderPng(coverSvg(cover)))
  }
}

async function drawDiagrams(): Promise<void> {
  for (const diagram of diagrams.filter(({ name }) => isWanted(name))) {
    await save(`content/media/illustrations/${diagram.name}.png`, await renderPng(diagramSvg(diagram), fontFiles, 48))
  }
}

async function drawFallbacks(): Promise<void> {
  for (const name of fallbackNames.filter((name) => isWanted(`fallback/${name}`))) {
    await save(`public/fallback/${name}.svg`, fallbackSvg(name))
  }
}

async function drawIcons(): Promise<void> {
  if (!isWanted('icons')) return
  const tab = [16, 32, 48].map((size) => ({ size, png: new Resvg(tabIconSvg(size)).render().asPng() }))
  await save('public/favicon.svg', faviconSvg)
  await save('public/favicon.ico', ico(tab))
  await save('public/apple-touch-icon.png', await renderPng(appIconSvg(180)))
  await save('public/icon-192.png', await renderPng(appIconSvg(192)))
  await save('public/icon-512.png', await renderPng(appIconSvg(512)))
}

await drawCovers()
await drawDiagrams()
await drawFallbacks()
await drawIcons()
