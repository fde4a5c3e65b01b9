/** Draws every picture of the site: `npx tsx scripts/art/make-art.ts [part of a name …]`. */
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
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
import { renderPng } from './render.ts'

const wanted = process.argv.slice(2)
const isWanted = (name: string): boolean => wanted.length === 0 || wanted.some((part) => name.includes(part))

const covers: ReadonlyArray<Cover> = [
  ...workflowCovers,
  ...mixingCovers,
  ...soundDesignCovers,
  ...compositionCovers,
  ...audioEffectsCovers,
  ...livePerformanceCovers,
  ...machineCovers,
  ...masteringCovers,
  ...midiEffectsCovers,
  ...sampleCovers,
  ...downloadCovers,
  ...issueCovers,
  ...newsCovers,
]

async function drawCovers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const cover of covers) {
    if (!isWanted(cover.name)) continue
    const png = await renderPng(coverSvg(cover))
    await writeFile(path.join(folder, `${cover.name}.png`), png)
    console.log(`${cover.name}.png ${Math.round(png.length / 1024)} KB`)
  }
}

await drawCovers('content/media/covers')
