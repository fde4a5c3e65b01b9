import type { Pack } from './pack.ts'
import { dubChords } from './packs/dub-chords.ts'
import { dustyDrums } from './packs/dusty-drums.ts'
import { glassFm } from './packs/glass-fm.ts'
import { polymeter } from './packs/polymeter.ts'
import { subBass } from './packs/sub-bass.ts'

/** Every free pack of the site. */
export const packs: ReadonlyArray<Pack> = [dustyDrums, glassFm, subBass, dubChords, polymeter]
