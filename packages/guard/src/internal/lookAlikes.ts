/**
 * Characters that are read as an ASCII character but do not decompose to it.
 * Each string pairs a look-alike with what it is taken for, side by side.
 *
 * @module
 */

const cyrillic =
  "аaеeоoрpсcуyхxіiѕsјjһhԁdԛqԝwкkгrпnмmтtвbӏlүyԍgАAВBЕEКKМMНHОOРPСCТTУYХXЅSІIЈJԌGԚQԜWҮYӀI"
const greek = "αaοoρpνvιiκkτtυuχxγyϲcϳjεeηnωwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹC"
const latin =
  "ıiłlɡgɑaƅbɩiʟLɴNɪIʀRʙBʜHɢGᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzŁLøoØOđdĐDħhĦHŧtŦTƖl"
const armenian = "օoսuհhոnցgզqՕOՍUՏS"
const marks =
  '‐-‑-‒-–-—-―-−-⁃-˗-‿_ˍ_⁓~∼~∗*⁎*∕/⁄/⧸/∖\\⧵\\∶:꞉:ː:։:׃:·.•.‧.∙.⋅.。.，,、,；;＂"“"”"„"‟"«"»"‘\'’\'‚\'‛\'ʹ\'ʼ\'′\'‹\'›\'「"」"『"』"￤|∣|ǀ|⁺+➕+'

const pairs = [cyrillic, greek, latin, armenian, marks].flatMap((list) => {
  const characters = Array.from(list)
  return characters.flatMap((character, index) => {
    const target = characters[index + 1]
    return index % 2 === 0 && target !== undefined ? [[character, target] as const] : []
  })
})

/** From a look-alike to the ASCII character it is read as. */
export const lookAlikes: ReadonlyMap<string, string> = new Map(pairs)
