# bars.gp - the rates of all rows of one n as bars, with their confidence
# intervals, beside the roof that bounds each.
#
#   gnuplot -c bars.gp DATA PICTURE

data = ARG1
picture = ARG2
here = ""
do for [i = 1 : strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }

unit = ""; bars = 1; roofs = 0; x_high = 1.0
stats data index 0 using (key = strcol(1), value = strcol(2), \
    key eq "unit" ? (unit = value, 0) : \
    key eq "bars" ? (bars = int(value), 0) : \
    key eq "roofs" ? (roofs = int(value), 0) : \
    key eq "x_high" ? (x_high = real(value), 0) : 0) nooutput
height = 174 + 26 * bars
keyed = 0
load here . "style.gp"

set multiplot
set tmargin at screen 1 - 104.0 / height
set bmargin at screen 62.0 / height
set yrange [bars - 0.4 : -0.6]
unset key
if (roofs) {
    set key at screen 0.98, screen 24.0 / height right center samplen 1 \
        font ",10" textcolor rgb ink
}

# The bars; a bar's roof is a line as high as the bar.
set lmargin at screen 0.25
set rmargin at screen 0.74
set border 1
set xrange [0 : x_high]
set format x "%g"
set xlabel unit textcolor rgb ink
unset grid
set grid xtics linetype 1 linecolor rgb "#e4e4e4" linewidth 1
set ytics scale 0 noenhanced
set bars small
plot data index 1 using (0):1:(0):2:($1 - 0.36):($1 + 0.36): \
         (colour(strcol(6))):ytic(7) \
         with boxxyerror linecolor rgb variable notitle, \
     data index 1 using 2:1:3:4 with xerrorbars pointtype 0 linewidth 3.5 \
         linecolor rgb "#ffffff" notitle, \
     data index 1 using 2:1:3:4 with xerrorbars pointtype 0 linewidth 1.2 \
         linecolor rgb ink notitle, \
     for [k = 1 : roofs > 0] data index 1 \
         using ($5 > 0 ? $5 : NaN):($1 - 0.42):(0):(0.84) with vectors nohead \
         linewidth 4 linecolor rgb "#ffffff" notitle, \
     for [k = 1 : roofs > 0] data index 1 \
         using ($5 > 0 ? $5 : NaN):($1 - 0.42):(0):(0.84) with vectors nohead \
         linewidth 2 linecolor rgb ink title "the roof that bounds the row"

# What the bars say, in columns of their own.
unset label 1
unset label 2
set lmargin at screen 0.76
set rmargin at screen 0.98
set border 0
unset xlabel
unset grid
set xrange [0 : 1]
set format x ""
set xtics scale 0
unset ytics
unset key
set label 3 "time" at 0.35, graph 1 right offset 0, 0.7 font ",9" \
    textcolor rgb faint
set label 4 unit at 0.68, graph 1 right offset 0, 0.7 font ",9" \
    textcolor rgb faint
if (roofs) {
    set label 5 "of roof" at 1, graph 1 right offset 0, 0.7 font ",9" \
        textcolor rgb faint
}
plot data index 1 using (0.35):1:8 with labels right noenhanced \
         textcolor rgb ink, \
     data index 1 using (0.68):1:9 with labels right noenhanced \
         textcolor rgb ink, \
     for [k = 1 : roofs > 0] data index 1 using (1):1:10 with labels right \
         noenhanced textcolor rgb ink
unset multiplot
set output
