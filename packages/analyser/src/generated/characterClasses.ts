/**
 * The class of every code point below U+323B0 in Unicode 16.0, as runs: one base-36 digit of class, then the
 * base-36 length. Written by `scripts/generate-character-classes.ts`; do not edit.
 *
 * @module
 */

/** The Unicode version the runs were read from. */
export const unicodeVersion = "16.0"

/** How many code points the runs cover. */
export const tableSize = 0x323b0

/** Runs in code point order, separated by spaces. */
export const characterClassRuns =
  "01c 4a 07 5q 06 5q 01b 51 02 21 04 b2 01 b1 03 b1 51 01 b3 01 5n 01 5v 01 5ch b9 04 bc 0e 55 07 b1 01 b1 0h " +
  "327 21 3w 74 b1 01 72 12 74 01 71 14 02 71 01 73 11 71 11 7k 11 71r be 76 01 79 63m 01 37 64m 11 b12 12 b1 06 " +
  "b15 02 12 03 11 319 01 31 01 32 01 32 01 31 18 9r 14 94 02 1b 0g 3b 01 21 03 8w 21 8a 3l 4a 04 82 31 82r 01 81 " +
  "37 02 36 82 32 01 34 82 4a 83 02 81 0e 11 01 b1 31 bu 3r 12 b3 81c b12 3b b1 1e 4a bx 39 b2 04 b1 12 31 02 bm " +
  "34 b1 39 b1 33 b1 35 12 0f 11 bp 33 12 01 11 bb 15 8o 01 86 11 02 15 39 816 3o 01 3x a1i 33 a1 3i a1 37 aa 32 " +
  "02 4a 01 af b1 33 11 b8 12 b2 12 bm 11 b7 11 b1 13 b4 12 31 b1 37 12 32 12 33 b1 18 31 14 b2 11 b3 32 12 4a b2 " +
  "02 b6 02 b1 01 31 12 33 11 b6 14 b2 12 bm 11 b7 11 b2 11 b2 11 b2 12 31 11 35 14 32 12 33 13 31 17 b4 11 b1 17 " +
  "4a 32 b3 31 01 1a 33 11 b9 11 b3 11 bm 11 b7 11 b2 11 b5 12 31 b1 38 11 33 11 33 12 b1 1f b2 32 12 4a 02 17 b1 " +
  "36 11 33 11 b8 12 b2 12 bm 11 b7 11 b2 11 b5 12 31 b1 37 12 32 12 33 17 33 14 b2 11 b3 32 12 4a 01 b7 1a 31 b1 " +
  "11 b6 13 b3 11 b4 13 b2 11 b1 11 b2 13 b2 13 b3 13 bc 14 35 13 33 11 34 12 b1 16 31 1e 4a b3 08 15 35 b8 11 b3 " +
  "11 bn 11 bg 12 31 b1 37 11 33 11 34 17 32 11 b3 12 b1 12 b2 32 12 4a 17 01 b7 01 b1 33 01 b8 11 b3 11 bn 11 ba " +
  "11 b5 12 31 b1 37 11 33 11 34 17 32 16 b2 11 b2 32 12 4a 11 b2 31 1c 34 b9 11 b3 11 b15 32 b1 37 11 33 11 34 " +
  "b1 01 14 b3 31 ba 32 12 4a b9 01 b6 11 33 11 bi 13 bo 11 b9 11 b1 12 b7 13 31 14 36 11 31 11 38 16 4a 12 32 01 " +
  "1c g1c 31 g2 37 14 01 g7 38 01 4a 02 111 g2 11 g1 11 g5 11 go 11 g1 11 ga 31 g2 39 g1 12 g5 11 g1 11 37 11 4a " +
  "12 g4 1w b1 0n 32 06 4a ba 01 31 01 31 01 31 04 32 b8 11 b10 14 3k 01 32 b5 3b 11 310 11 08 31 06 11 0d 111 " +
  "g17 3k g1 4a 06 g6 34 g4 33 g1 33 g2 37 g3 34 gd 3c g1 31 4a 34 02 b12 11 b1 15 b1 12 b17 01 b4 f2n 02 f4f b21 " +
  "11 b4 12 b7 11 b1 11 b4 12 b15 11 b4 12 bx 11 b4 12 b7 11 b1 11 b4 12 bf 11 b1l 11 b4 12 b1v 12 33 09 bk 13 bg " +
  "0a 16 b2e 12 b6 12 01 bh8 02 bh 01 bq 02 13 b23 03 bb 17 bi 34 19 bj 33 02 19 bi 32 1c bd 11 b3 11 32 1c g1g " +
  "22 3u 03 g1 04 g1 31 12 4a 16 ba 16 0b 25 4a 16 b2h 17 b5 32 by 31 b1 15 b1y 1a bv 11 3c 14 3c 14 01 13 02 4a " +
  "gu 12 g5 1b g18 14 gq 16 4a b1 13 0y bn 35 12 02 g1h 3a 11 3t 12 31 4a 16 4a 16 07 g1 06 12 3v 11d 35 g1b 3h " +
  "g8 11 02 4a 0h 39 0c 33 bu 3d b2 4a b18 3e 18 04 b10 3k 13 05 4a 13 b3 4a b10 02 6b 15 b17 12 b3 08 18 33 01 " +
  "3l b4 31 b6 31 b2 33 b1 15 512 75 61 51d 75 54 75 5d 61 51y 71 31s 574 7m 12 76 12 712 12 76 12 78 11 71 11 71 " +
  "11 71 11 7v 12 71h 11 77 01 71 03 73 11 77 03 74 12 76 11 03 7d 03 12 73 11 77 02 11 0c 24 0q 25 01d 25 11 2a " +
  "b1 51 12 b6 05 51 ba 05 11 5d 13 0x 1f 3x 1f 02 b1 04 b1 02 ba 01 b1 03 b5 02 11 01 11 01 b1 01 71 01 b1 01 52 " +
  "b2 01 b3 51 b7 02 b4 05 b5 04 51 01 b1f 52 b5 02 14 0ii 1m 0b 1l b1o 026 bm 074 h6 01 hc 01 h36 0a h3a 02 hb " +
  "01 h1 01 h1 06 h1 03 h1 06 h1 0a h2 0f h1 02 h1 04 h1 01 h1 04 h3 01 h1 0b h5 0e bu 01 h3 09 h1 0e h1 0e h1 " +
  "0ac h2 0cv h3 0j h2 01f h1 04 h1 0u 12 0w 11 02x b2o 5w b2t 06 b4 33 b2 15 04 b1 02 b12 11 b1 15 b1 12 b1k 17 " +
  "b1 01 1e 31 bn 19 b7 11 b7 11 b7 11 b7 11 b7 11 b7 11 b7 11 b7 11 3w 01b b1 01a 1y 0q 11 02h 1c 05y 1q 0l c1 " +
  "b1 c1 0p c9 36 h1 b5 02 c4 b1 h1 02 11 d2e 12 32 02 d3 01 e2i 01 e4 15 b17 11 f1f 01 f16 11 02 b4 0a bw 012 19 " +
  "01 eg 0v 11 ba 0u b8 01 bf 0w ba 0d h1 01 h1 0n bf 08w c534 01s cg74 bwd 13 01j 19 b1a 02 b7h 03 bg 4a b2 1k " +
  "61b 34 01 3a 01 6v 32 b28 32 06 18 0n b9 02 52u b1 02 51v 12 52 11 51 11 58 1l 5e b2 31 b3 31 b4 31 bn 35 04 " +
  "31 13 b6 04 16 b1g 04 18 32 b1e 3i 18 02 4a 16 3i a6 03 a1 01 a2 31 4a bs 38 02 bn 3d 1b 01 ft 13 34 g1b 3e 0d " +
  "11 b1 4a 14 02 g5 31 ga 4a g5 11 b15 3e 19 b3 31 b8 32 12 4a 12 04 gn 03 g1 33 g1e 31 g1 33 g2 32 g5 32 g1 31 " +
  "g1 1o g3 02 bb 35 02 b3 32 1a b6 12 b6 12 b6 19 b7 11 b7 11 517 01 59 71 54 02 14 b37 38 01 32 12 4a 16 f8mc " +
  "1c fn 14 f1d 14 06io ca6 12 c2y 112 57 1c b5 15 91 31 9a 01 9d 11 95 11 91 11 92 11 92 11 9a 82q 0h 1g 8a3 0i " +
  "81s 12 81i 17 01 1w 8c 04 2g 0a 16 3g 0z 11 0j 11 04 14 85 11 83r 12 21 11 0f 4a 07 5q 06 5q 0b ea b1 e19 b2 " +
  "01 fu 13 f6 12 f6 12 f6 12 f3 13 07 11 07 1a 05 12 bc 11 bq 11 bj 11 b2 11 bf 12 be 1y b3f 15 03 14 b19 13 09 " +
  "b1l 0h b2 03 11 0d 13 01 11b 019 31 13m bt 13 b1d 1f 31 br 14 b10 19 bu 15 b12 35 15 bu 11 01 b10 14 b8 01 b5 " +
  "116 b4e 12 4a 16 b10 14 b10 14 b14 18 b1g 1b 01 bb 11 bf 11 b7 11 b2 11 bb 11 bf 11 b7 11 b2 13 b1g 1c b8n 19 " +
  "bm 1a b8 1o 56 11 516 11 59 11x b6 12 b1 11 b18 11 b2 13 b1 12 bn 11 01 bv 02 b12 18 b9 11c bj 11 b2 15 bx 13 " +
  "01 bq 15 01 11s b1k 14 bk 12 b1b 33 11 32 15 34 b4 11 b3 11 bt 12 33 14 31 b9 17 09 17 bv 01 bw 1w b8 01 bs 32 " +
  "14 b5 07 19 b1i 13 07 bm 12 br 15 bq 17 04 1c b7 128 b21 11j b1f 1d b1f 17 b16 34 18 4a 16 4a bs 13 35 01 bn " +
  "18 02 15s bv 11 b16 11 32 01 12 b2 1g 83 11j 34 b14 18 bm 3b b4 05 1m bi 34 04 112 bs 1k bn 19 33 b1h 3f 07 14 " +
  "bk 4a 31 b2 32 b1 19 34 b19 3b 07 31 1a 01 12 bp 17 4a 16 33 b10 3e 11 4a 04 b1 32 b1 18 bz 31 02 b1 19 33 b1c " +
  "3e b4 04 34 01 32 4a b1 01 b1 03 11 bk 1b bi 11 bp 3c 06 31 b2 31 11q b7 11 b1 11 b4 11 bf 11 ba 01 16 b1b 3c " +
  "15 4a 16 34 11 b8 12 b2 12 bm 11 b7 11 b2 11 b5 11 32 b1 37 12 32 12 33 12 b1 16 31 15 b5 32 12 37 13 35 1b ba " +
  "11 b1 12 b1 11 b12 11 b1 39 11 31 12 31 11 34 11 35 b1 31 b1 02 11 02 18 32 1t b1h 3i b4 05 4a 02 11 01 31 b3 " +
  "1u b1c 3k b2 01 b1 18 4a 14m b1b 37 12 39 0n b4 32 1y b1c 3h 03 b1 1b 4a 16 0d 1j b17 3d b1 01 16 4a 16 4k 1s " +
  "br 12 3f 14 4a b2 04 b7 155 b18 3f 01 12s b1s 4a b9 1c b8 12 b1 12 b8 11 b2 11 bo 36 11 32 12 34 b1 31 b1 32 " +
  "03 19 4a 11y b8 12 b13 37 12 37 b1 01 b1 31 1r b1 3a b14 37 b1 34 08 31 18 b1 3b b1a 3g 03 b1 05 1d b21 17 0a " +
  "152 bx 01 1e 4a 16 b9 11 b11 38 11 38 b1 05 1a 4a bj 13 02 bu 12 3m 11 3e 121 b7 11 b2 11 b12 36 13 31 11 32 " +
  "11 37 b1 31 18 4a 16 b6 11 b2 11 bw 35 11 32 11 35 b1 17 4a 18m bj 34 02 17 32 b1 31 bd 11 by 37 13 35 0d 4a " +
  "31 12d b1 1f bl 0t 1d 01 bpm 12u b33 11 05 1b b5g 1218 b2p 02 1d bts 0g 31 b6 3f 1a b32z 15 bg7 15a1 bu 3i 4a " +
  "11c6 bft 17 bv 11 4a 14 02 b27 11 4a 16 bu 12 35 01 1a b1c 37 09 b4 02 1a 4a 11 b7 11 bl 15 bj 1c0 b19 03 4a " +
  "15i b2f 04 12t b23 14 31 b1 31j 17 34 bd 11s b2 01 c1 31 1b 32 1e b4qg 18 bye 115 ba 16w7 e4 11 e7 11 e2 11 e1 " +
  "d7z e3 1f d1 1t d3 12 e1 1e e4 18 bb0 11s4 b2z 15 bd 13 b9 17 ba 12 01 32 01 24 1318 06o 4a 16 0c4 124 31a 12 " +
  "3n 19 038 11o 06u 1a 013 12 01o 35 03 36 28 38 02 37 0u 34 01p 1l 01u 33 01 13e bk 1c bk 1c 02f 19 bp 13r b2d " +
  "11 b1z 11 b2 12 b1 12 b2 12 b4 11 bc 11 b1 11 b7 11 b1t 11 b4 12 b8 11 b7 11 bs 11 b4 11 b5 11 b1 13 b7 11 b9g " +
  "12 bp 01 bp 01 bv 01 bp 01 bv 01 bp 01 bv 01 bp 01 bv 01 bp 01 b8 12 41e 0e8 31j 04 31e 08 31 0e 31 07 1f 35 " +
  "11 3f 1uo 5v 16 56 15x 37 11 3h 12 37 11 32 11 35 15 61q 1x 31 134 b19 13 37 b7 12 4a 14 b1 01 18w bu 31 1h " +
  "b18 34 4a 15 01 1cw bs 34 4a 15y bu 32 b1 4a 14 01 1dc b7 11 b4 11 b2 11 bf 11 b5h 12 b9 37 115 b1w 37 b1 14 " +
  "4a 14 02 1lt b1n 01 b3 01 b4 124 b19 01 bf 15e 84 11 8r 11 82 11 81 12 81 11 8a 11 84 11 81 11 81 16 81 14 81 " +
  "11 81 11 81 11 83 11 82 11 81 12 81 11 81 11 81 11 81 11 81 11 82 11 81 12 84 11 87 11 84 11 84 11 81 11 8a 11 " +
  "8h 15 83 11 85 11 8h 11g 02 17i h18 14 h2s 1c hf 12 hf 11 hf 11 h11 1a bd h3 0v h1 01o h6 0c h2 0e h1 02 ha 0i " +
  "h1 11k 0r h2 1d 0a h1 0k h1 02 h9 01 14 09 17 h2 1e h6 14a h6z 25 h8u 08 h7e 01c h2g 14 hh 13 hd 13 038 h3 14 " +
  "h5 02d h5 16 hc 14 h1 1f 0c 14 01k 18 0a 16 014 18 0u 12 hc 14 h2 11q 0c h1b 01 ha 01 h7h 1c he 12 hd 13 ha 15 " +
  "h1k 17 hf 12 hb 16 h9 17 043 11 02k 4a 1sm cwyo 1w c37e 16 c66 12 c4g2 1e c5rl 1f cha 11wi cf2 115u c3t7 15 " +
  "c38g"
