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

/**
 * Longer passwords are measured by their beginning: some patterns take seconds to compare in a long
 * text.
 */
const measuredLength = 64

/**
 * The letters of other keyboards in the order of the Latin keys: lists of common passwords hold
 * what these keys write.
 */
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const otherKeys = [
  'йцукенгшщзхъфывапролджэячсмитьбю',
  'йцукенгшщзхїфівапролджєячсмитьбю',
  "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ",
  ';ςερτυθιοπ[]ασδφγηξκλ΄΄ζχψωβνμ,.',
  'ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ[]ㅁㄴㅇㄹㅎㅗㅓㅏㅣ;΄ㅋㅌㅊㅍㅠㅜㅡ,.',
]

/** A password as the same keys write it on a Latin keyboard. */
function onLatinKeys(password: string): string {
  const letters = [...password.toLowerCase()]
  const latin = (keys: string) =>
    letters.map((letter) => (letter > '~' && latinKeys[keys.indexOf(letter)]) || letter).join('')
  return otherKeys.map(latin).find((written) => written !== password.toLowerCase()) ?? password
}

let measure: Promise<(input: MeasuredPassword) => PasswordStrength> | null = null

/**
 * Measures a password by `zxcvbn`, with lists of common passwords, words and names that come with
 * the package. The first call loads the lists (60 MB, half a second), so a server calls it in a
 * thread that ends when it is not used.
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
    const found = [password, onLatinKeys(password)].map((one) => zxcvbn.check(one, [...words]))
    return {
      guesses: Math.min(...found.map(({ guesses }) => guesses)),
      isPersonal: found.some(({ sequence }) =>
        sequence.some((match) => match.dictionaryName === 'userInputs'),
      ),
    }
  }
}
