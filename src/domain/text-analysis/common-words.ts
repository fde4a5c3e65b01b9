/** English words without a topic, in the form of `termKey`. */
export const commonWords: ReadonlySet<string> = new Set(
  `a able about above across actually after again against all almost along already also although
  always am among an and another any anything are around as at away back be because become been
  before behind being below best better between big both bring but by call called came can cannot
  case come could day did different do does doing don't done down each either else end enough even
  ever every everything exactly example far few find first five following for four from full gave
  get give go goe goes going gone good got great had half happen hard has have having he help her
  here high him his hour how however i i'm idea if important in inside instead into is isn't it
  it's itself just keep kind know large last later least leave left less let let's like likely line
  little long look lot low made make making many may maybe me mean might minute moment more most
  move much must my near nearly need never new next no none nor not nothing now number of off often
  old on once one only open or other our out over own part people per perhaps place point possible
  put quick quickly quite rather read ready real really right run said same say second see seem set
  several shall she short should show simple simply since small so some someone something sometime
  soon start step still stop such sure take tell than that that's the their them then there these
  they they're thing think this those though three through time to today together too took toward
  try turn two under until up upon us use used useful using usual usually very want was way we week
  well went were what what's when where whether which while who whole whose why will with within
  without word work would write year yes yet you you'll you're you've your yourself its whom myself
  himself herself ourselves themselves yourselves via etc further during otherwise whenever
  wherever whatever whichever i'd i'll i've we'd we'll we're we've he'd she'd they'd they'll
  they've it'll you'd name copy phone friend computer laptop window evening morning page money
  price can't won't couldn't wouldn't shouldn't doesn't didn't aren't wasn't weren't hasn't haven't
  hadn't`.split(/\s+/),
)
