import { agentContract } from "#test/contracts/agent";
import { scriptedRig } from "#test/fakes/scripted-rig";

const contractScript = `
on "speak"
  step read "a.txt" done "3 lines" after 20ms
  say "one two three four five six" every 10ms by 2 words
  say "and a second paragraph"
on "ask"
  say "I need a permission."
  ask permission "Push?" argv ["git", "push"] in "/w" env PATH HOME
    when "allow"
      run-approved argv ["git", "push"] in "/w" env PATH HOME
      say "It was pushed, in a manner of speaking."
    when expired
      say "Too late: {answer}"
    otherwise
      say "Then not."
on "make"
  make "a.md" mime "text/markdown" "A file"
    | # A
  say "There it is, and a few more words after it."
on "break"
  fail "It was asked to fail."
on "hang"
  say "Hanging."
  hang
on "leave it"
  desk "hang at the desk"
  say "Somebody is about to type."
begin "wait for me" busy "somebody types at the terminal" for 5s
hook "Permission"
  ask permission "May the tool run?" detail "{payload}"
hook "Note"
  reply "noted"
screen
  | Ready for you.
facts pid 4711 memory 12 model "scripted-1"
conversation "conv-1" "The first one"
on "report"
  status rate_limited "the model" for 30s
  plan done "read" doing "write" todo "test"
  usage "scripted-1" in 10 out 1
  usage "scripted-1" in 100 out 20 cost "0.5" context 900
  say "Reported."
on "settle"
  ask permission "Push?" argv ["git", "push"] settled "allow" after 10ms
  say "Settled."
on "both"
  desk now "typed meanwhile"
  say "I went on."
on "typed meanwhile"
  say "And I came after."
on "learn"
  remember "the word is swordfish"
  say "Learned."
on "recall"
  say "You told me: {memory}"
on "files"
  open "notes.txt"
  say "{files} in {room} about {quoted}: {content}"
on "powers"
  env REGION "north"
  secret token "open sesame"
  history 2
  call "echo" with ["text", "a \\"b\\""]
  make "b.md" mime "text/markdown" "A file"
    | # B
  deliver to "chat" "room"
  say "{history} / {stdout} / {delivered}"
on "die"
  say "About to die."
  gone "the process was killed" back after 2s
on "wait for me"
  say "At last."
`;

agentContract(
  "scripted",
  {
    says: { prompt: "speak", streams: true },
    asks: { prompt: "ask" },
    makes: { prompt: "make" },
    fails: { prompt: "break" },
    hangs: { prompt: "hang" },
    desk: { prompt: "leave it", typed: "hang at the desk" },
    goesOn: true,
    reports: { prompt: "report" },
    settles: { prompt: "settle" },
    deskNow: { prompt: "both", typed: "typed meanwhile" },
    remembers: { first: "learn", second: "recall", expected: "swordfish" },
    resumes: { first: "speak", second: "recall", expected: "conv-1" },
    readsFiles: { prompt: "files", file: "/files/notes.txt", content: "what is in /files/notes.txt" },
    usesSeat: { prompt: "powers", expected: ["Ann: first", "demo: second", 'a \\"b\\"', "sent"] },
    busy: { prompt: "wait for me" },
    goes: { prompt: "die" },
    screen: { asking: "ask", shows: "Ready for you." },
    facts: { pid: 4711 },
    hooks: { prompt: "hang", asks: "Permission", replies: "Note" },
  },
  () => scriptedRig(contractScript),
);
