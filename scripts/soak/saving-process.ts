import { writeSync } from 'node:fs'
import { openLane, saveNew } from './saver.ts'

// Started by git.ts with a content folder and a name: saves one file after the other until it is killed, and prints
// each commit.
async function saveForEver(contentDir: string, name: string): Promise<never> {
  const { lane } = await openLane(contentDir)
  await lane.recover()
  for (let at = 0; ; at++) {
    const commit = await saveNew(lane, `saves/${name}/${at}.md`, `${name} ${at}\n`.repeat(40))
    writeSync(1, `${commit}\n`)
  }
}

const [, , contentDir = '', name = ''] = process.argv
saveForEver(contentDir, name).catch((error: unknown) => {
  console.error(error)
  process.exitCode = 1
})
