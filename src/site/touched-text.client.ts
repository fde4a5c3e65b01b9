export { startPlayer } from './sound/player.client.ts'
export { pressTextButton } from './text-buttons.client.ts'
