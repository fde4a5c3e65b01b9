import { useEffect, useRef } from 'react'

/** What a screen can do, for the palette. */
export interface Command {
  label: string
  run: () => void
}

const screens: Array<() => ReadonlyArray<Command>> = []

/** The commands of the screen that is shown, its last part first. */
export function commandsNow(): Array<Command> {
  return screens.toReversed().flatMap((commandsOf) => [...commandsOf()])
}

/** Offers commands in the palette while the calling component is shown. */
export function useCommands(commands: ReadonlyArray<Command>): void {
  const current = useRef(commands)
  current.current = commands
  useEffect(() => {
    const commandsOf = () => current.current
    screens.push(commandsOf)
    return () => void screens.splice(screens.indexOf(commandsOf), 1)
  }, [])
}
