# ladder.gp - the rungs of ladders as bars, from the first down: how fast each
# is, and how much faster than the rung before and than the first. Where its
# source published a share of the theoretical peak, that share of this machine's
# is a mark beside the bar.
#
#   gnuplot -c ladder.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }

unit = ""; bars = 1; roofs = 0; x_high = 1.0; peak = 0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "unit" ? (unit = value, 0) : \
    key eq "bars" ? (bars = int(value), 0) : \
    key eq "roofs" ? (roofs = int(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : \
    key eq "peak" ? (peak = real(value), 0) : 0) nooutput
height = 174 + 26 * bars
keyed = 0
load here . "style.gp"

# Half of the way to white for the rungs that others beat.
tint(c) = ((c & 0xfefefe) >> 1) + 0x7f7f7f
shade(name, strong) = strong ? colour(name) : tint(colour(name))
percent(share) = share > 0 ? sprintf("%.1f", 100 * share) : "-"
# Published shares, of which there are some when there is a peak, take two more
# of the columns beside the bars.
right = peak > 0 ? 0.62 : 0.74
place(i) = peak > 0 ? word("0.14 0.36 0.55 0.77 1", i) + 0 \
                    : word("0.28 0.65 1 1 1", i) + 0

set multiplot
set tmargin at screen 1 - 104.0 / height
set bmargin at screen 62.0 / height
set yrange [bars - 0.4 : -0.6]
unset key
if (peak > 0) {
    set key at screen 0.98, screen 24.0 / height right center samplen 1 \
        font ",10" textcolor rgb ink
    unit_step = 10 ** floor(log10(x_high / 5))
    set xtics unit_step * (x_high / 5 < 2 * unit_step ? 2 \
                         : x_high / 5 < 5 * unit_step ? 5 : 10)
}

# The bars.
set lmargin at screen 0.25
set rmargin at screen right
set border 1
set xrange [0 : x_high]
set format x "%g"
set xlabel unit textcolor rgb ink
unset grid
set grid xtics linetype 1 linecolor rgb "#e4e4e4" linewidth 1
set ytics scale 0 noenhanced
plot data index 1 using (0):1:(0):2:($1 - 0.36):($1 + 0.36): \
         (shade(strcol(3), int($4))):ytic(5) \
         with boxxyerror linecolor rgb variable notitle, \
     for [k = 1 : roofs] data index 3 \
         using 1:(bars - 0.4):(0):(-bars):(colour(strcol(3))) \
         with vectors nohead dashtype (12, 6) linewidth 1 \
         linecolor rgb variable notitle, \
     for [k = 1 : roofs] data index 3 \
         using 1:(-0.6):4:(colour(strcol(3))) with labels \
         font ",10" offset 0, 0.7 textcolor rgb variable noenhanced \
         notitle, \
     data index 2 using (0):1:2 with labels left font ",10" \
         offset 0.4, 0 textcolor rgb faint noenhanced notitle, \
     for [k = 1 : peak > 0] data index 1 \
         using ($10 > 0 ? $10 * peak : NaN):1 with points pointtype 13 \
         pointsize 1.7 linecolor rgb "#ffffff" notitle, \
     for [k = 1 : peak > 0] data index 1 \
         using ($10 > 0 ? $10 * peak : NaN):1 with points pointtype 13 \
         pointsize 1.1 linecolor rgb ink \
         title "the published share, of this machine's peak"

# What the bars say, in columns of their own.
unset label 1
unset label 2
set lmargin at screen right + 0.02
set rmargin at screen 0.98
set border 0
unset xlabel
unset grid
set xrange [0 : 1]
set format x ""
set xtics scale 0
unset ytics
unset key
set label 3 unit at place(1), graph 1 right offset 0, 0.7 font ",9" \
    textcolor rgb faint
set label 4 "× before" at place(2), graph 1 right offset 0, 0.7 font ",9" \
    textcolor rgb faint
set label 5 "× first" at place(3), graph 1 right offset 0, 0.7 font ",9" \
    textcolor rgb faint
if (peak > 0) {
    set label 6 "% of peak" at place(4), graph 1 right offset 0, 0.7 \
        font ",9" textcolor rgb faint
    set label 7 "published" at place(5), graph 1 right offset 0, 0.7 \
        font ",9" textcolor rgb faint
}
plot for [i = 1 : 3] data index 1 using (place(i)):1:i + 5 with labels right \
         noenhanced textcolor rgb ink, \
     for [k = 1 : peak > 0] data index 1 using (place(4)):1:(percent($9)) \
         with labels right noenhanced textcolor rgb ink, \
     for [k = 1 : peak > 0] data index 1 using (place(5)):1:(percent($10)) \
         with labels right noenhanced textcolor rgb ink
unset multiplot
set output
