// Drives Tao Go with the GTP client of Sabaki (`@sabaki/gtp`): `node client.js PROGRAM`. Fails at the first wrong answer.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

// Parses a line of analysis as Sabaki does, which shows a move only if its text ends with a line of moves.
function candidates(line) {
  if (!line.startsWith('info ')) return []
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((text) => {
      const expected = text.match(/\s+(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$/)
      assert(expected, `no line of moves at the end of \`${text}\``)
      const [move] = text.match(/move\s+([A-Za-z]\d+|pass)/).slice(1)
      const number = (key) => Number(text.match(new RegExp(`${key}\\s+(-?\\d+(\\.\\d+)?)`))[1])
      return {
        move,
        variation: expected[0].trim().split(/\s+/),
        visits: number('visits'),
        winrate: number('winrate'),
        lead: text.includes('scoreLead') ? number('scoreLead') : null,
      }
    })
}

function check(list, maxWinrate) {
  assert(list.length > 0)
  for (const {move, variation, visits, winrate} of list) {
    assert.strictEqual(variation[0], move)
    assert(visits > 0 && winrate >= 0 && winrate <= maxWinrate)
  }
  assert.strictEqual(new Set(list.map(({move}) => move)).size, list.length)
}

// Starts an analysis and ends it as Sabaki does, after three lines with moves.
async function analyze(controller, name, args, maxWinrate) {
  let lineCount = 0
  let next = null
  const analysis = await controller.sendCommand({name, args}, ({line}) => {
    const list = candidates(line)
    if (list.length === 0) return
    check(list, maxWinrate)
    lineCount += 1
    if (lineCount === 3) next = controller.sendCommand({name: 'protocol_version'})
  })
  assert(!analysis.error && lineCount >= 3, `${name}: ${lineCount} lines`)
  assert.strictEqual((await next).content, '2')
}

// Generates a move with analysis and returns it.
async function generate(controller, name, args, maxWinrate) {
  let last = []
  let played = null
  const response = await controller.sendCommand({name, args}, ({line}) => {
    const list = candidates(line)
    if (list.length > 0) last = list
    const match = line.match(/^play\s+(\S+)$/)
    if (match) played = match[1]
  })
  assert(!response.error && played)
  check(last, maxWinrate)
  return played
}

async function run(program) {
  const controller = new Controller(program, ['gtp', '--playouts', '2000', '--seed', '1'])
  let complaints = ''
  controller.on('stderr', ({content}) => (complaints += content))
  controller.start()

  // Sabaki sends these at once when it starts an engine.
  const [name, version, protocol, list] = await Promise.all(
    ['name', 'version', 'protocol_version', 'list_commands'].map((name) => controller.sendCommand({name}))
  )
  assert.strictEqual(name.content, 'Tao Go')
  assert(version.content.length > 0)
  assert.strictEqual(protocol.content, '2')
  const commands = list.content.split('\n')
  const first = (...names) => names.find((name) => commands.includes(name))
  assert.strictEqual(first('analyze', 'kata-analyze', 'lz-analyze'), 'kata-analyze')
  assert.strictEqual(
    first('genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze'),
    'kata-genmove_analyze'
  )

  // A position, then another one with the same opening.
  const tracker = new ControllerStateTracker(controller)
  const play = (...args) => ({name: 'play', args})
  const opening = [play('B', 'E5'), play('W', 'C3')]
  await tracker.sync({boardsize: [9, 9], komi: 6.5, history: [...opening, play('B', 'G7')]})
  await tracker.sync({boardsize: [9, 9], komi: 7, history: [...opening, play('B', 'pass'), play('W', 'G3')]})
  const {content} = await controller.sendCommand({name: 'move_history'})
  assert.strictEqual(content, 'white G3\nblack pass\nwhite C3\nblack E5')

  await analyze(controller, 'kata-analyze', ['B', '5'], 1)
  await analyze(controller, 'lz-analyze', ['B', '5'], 10000)
  await analyze(controller, 'kata-analyze', ['W', '5'], 1)

  const black = await generate(controller, 'kata-genmove_analyze', ['B', '50'], 1)
  const white = await generate(controller, 'lz-genmove_analyze', ['W', '50'], 10000)
  const moves = (await controller.sendCommand({name: 'move_history'})).content.split('\n')
  assert.deepStrictEqual(moves.slice(0, 2), [`white ${white}`, `black ${black}`])

  const answers = await Promise.all(
    Array.from({length: 1000}, (_, id) => controller.sendCommand({id, name: id % 10 ? 'name' : 'nonsense'}))
  )
  answers.forEach(({id, content, error}, index) => {
    assert.strictEqual(id, index)
    assert.strictEqual(error, index % 10 === 0)
    assert.strictEqual(content, error ? 'unknown command' : 'Tao Go')
  })

  await controller.stop()
  assert.strictEqual(complaints.trim(), 'GTP ready')
}

run(process.argv[2]).catch((error) => {
  console.error(error)
  process.exit(1)
})
