import { play } from './player.ts'

/** Does what a button in written text is for: it copies its value, or loads a player. */
export function pressTextButton(button: HTMLButtonElement): void {
  if (button.dataset.player) {
    play(button)
    return
  }
  const say = (text: string) => () => {
    button.textContent = text
  }
  navigator.clipboard.writeText(button.value).then(say('Copied'), say('Not copied'))
}
