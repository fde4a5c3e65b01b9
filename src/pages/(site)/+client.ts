import { replayEarlyPresses } from '../../renderer/replay-early-presses.ts'
import { startIslands } from '../../renderer/start-islands.ts'
import { startPage } from '../../site/base.client.ts'
import { islands } from '../islands.ts'

startPage()
startIslands(islands)
replayEarlyPresses()
