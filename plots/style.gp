# style.gp - what all charts share: the picture's format, colours, marks.
#
# Loaded by the other scripts, which set `data` (the file to read), `picture`
# (the file to write; its ending is the format; "-.svg": standard output),
# `height` (in pixels of a
# screen; the width is the same for all), `keyed` (0: no key; else one more
# than the entries that it has beside the lines) and perhaps `wider` (what the
# key's entries have beside names, in letters). The height grows with a key
# of more than three rows; above() and below() are places on the screen that
# keep their distance from the top, and from the key.
#
# One colour a backend, everywhere. The colours are of the set of Okabe and Ito
# (Color Universal Design, 2008), which colour-blind readers tell apart; they
# also differ in lightness, and each backend has its own mark and dash.

set encoding utf8
width = 960

# From block 0 of the data. Lines are named in one list, `lines`; `ranks` are
# their places among the variants of their backend.
title = ""; subtitle = ""; lines = ""; ranks = ""
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "title" ? (title = value, 0) : \
    key eq "subtitle" ? (subtitle = value, 0) : \
    key eq "lines" ? (lines = value, 0) : \
    key eq "ranks" ? (ranks = value, 0) : 0) nooutput
name(i) = word(lines, i)
rank(i) = int(word(ranks, i))

longest = 0
do for [i = 1 : words(lines)] {
    if (strlen(name(i)) > longest) { longest = strlen(name(i)) }
}
if (!exists("wider")) { wider = 0 }
letters = longest + wider + 8
columns = 80 / letters > 1 ? 80 / letters : 1
key_rows = keyed ? (words(lines) + keyed - 1 + columns - 1) / columns : 0
more = key_rows > 3 ? 24 * (key_rows - 3) : 0
above(y) = 1 - (1 - y) * height / (height + more)
below(y) = (y * height + more) / (height + more)
key_height = (0.06 * height + more / 2.0) / (height + more)

format = picture[strlen(picture) - 2 : strlen(picture)]
if (format ne "svg" && format ne "png" && format ne "pdf") {
    exit error "pictures end in .svg, .png or .pdf: " . picture
}
# An SVG has no fonts: gnuplot guesses how wide the words of the key will be.
key_pad = format eq "svg" ? 4 : 1
terminal = format eq "svg" ? "svg" : format . "cairo"
if (!strstrt(" " . GPVAL_TERMINALS . " ", " " . terminal . " ")) {
    exit error "this gnuplot has no terminal " . terminal
}
if (format eq "svg") {
    set terminal svg size width, height + more enhanced \
        font "DejaVu Sans,Helvetica,Arial,sans-serif,10" fontscale 1.33 \
        background "#ffffff"
}
if (format eq "png") {
    set terminal pngcairo size 2 * width, 2 * (height + more) enhanced \
        font "Sans,10" fontscale 2 linewidth 2 pointscale 2 \
        background "#ffffff"
}
if (format eq "pdf") {
    set terminal pdfcairo size width / 100.0, (height + more) / 100.0 \
        enhanced \
        font "Sans,10" linewidth 1 background "#ffffff"
}
if (picture[1:2] ne "-.") { set output picture }

# Up to its variant, or to the blank before "(fastest row)".
slash(line) = strstrt(line, "/") ? strstrt(line, "/") \
            : strstrt(line, "\302\240")
backend(line) = line[1 : slash(line) - 1]
colour(name) = name eq "reference" || name eq "core" ? 0x444444 \
             : name eq "openmp" || name eq "cores" ? 0x009e73 \
             : name eq "cuda" || name eq "gpu" ? 0x0072b2 \
             : name eq "cub" ? 0xe69f00 \
             : 0xcc79a7
# Filled marks for the first variant of a backend, open ones for the others.
mark(name, rank) = (name eq "reference" ? 5 : name eq "openmp" ? 9 \
                  : name eq "cuda" ? 7 : name eq "cub" ? 13 : 11) \
                 - (rank % 2)
first_dash(name) = name eq "reference" ? 4 : name eq "openmp" ? 2 \
                 : name eq "cub" ? 5 : 1
dash(name, rank) = 1 + (first_dash(name) - 1 + 2 * rank) % 5

ink = "#222222"
faint = "#777777"
set border 3 linecolor rgb faint
set tics nomirror textcolor rgb ink
set grid y linetype 1 linecolor rgb "#e4e4e4" linewidth 1
set style fill solid noborder

set label 1 title at screen 0.02, screen 1 offset character 0, -1.6 \
    font ",15" textcolor rgb ink noenhanced
set label 2 subtitle at screen 0.02, screen 1 offset character 0, -3.2 \
    font ",10" textcolor rgb faint noenhanced
