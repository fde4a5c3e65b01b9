/** A password that somebody chose, and words that anybody knows of them and of the site. */
export interface MeasuredPassword {
  password: string
  words: ReadonlyArray<string>
}

export interface PasswordStrength {
  /** How many passwords a guesser tries before this one. */
  guesses: number
  /** Whether the password contains one of the words. */
  isPersonal: boolean
}

/** Longer passwords are measured by their beginning: some patterns take seconds to compare in a long text. */
const measuredLength = 64

let measure: Promise<(input: MeasuredPassword) => PasswordStrength> | null = null

/**
 * Measures a password by `zxcvbn`, with lists of common passwords, words and names that come with the package. The first call loads the lists (60 MB, half a
 * second), so a server calls it in a thread that ends when it is not used.
 */
export async function passwordStrength(input: MeasuredPassword): Promise<PasswordStrength> {
  measure ??= createMeasure()
  return (await measure)(input)
}

async function createMeasure(): Promise<(input: MeasuredPassword) => PasswordStrength> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const zxcvbn = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    maxLength: measuredLength,
  })
  return ({ password, words }) => {
    const { guesses, sequence } = zxcvbn.check(password, [...words])
    return { guesses, isPersonal: sequence.some((match) => match.dictionaryName === 'userInputs') }
  }
}
